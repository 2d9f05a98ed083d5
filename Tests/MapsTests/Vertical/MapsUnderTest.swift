import Colonnade
import MapsIO
import MapsPresentation

@testable import Maps

/// Maps over a database of its own, filled with the places that ship; reached directly, as its boards, or as another
/// vertical reaches it, through a client, frames and a dispatcher.
final class MapsUnderTest: Sendable {
    enum Way: CaseIterable, Sendable {
        case direct
    }

    let maps: any MapsInterface
    private let directory: TemporaryDirectory
    private let container: MapsContainer

    init(by way: Way, configuration: MapsConfiguration = MapsConfiguration(places: ShippedPlaces.path)) async throws {
        directory = try TemporaryDirectory()
        var world: World = World()
        world.configureMaps(config: configuration)
        container = MapsContainer(stateDirectory: directory.path, maps: world.maps)
        try await container.start()
        switch way {
        case .direct: maps = container.makeVertical()
        }
    }

    func close() async {
        await container.close()
    }
}
