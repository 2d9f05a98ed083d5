import Colonnade
import ColonnadeTesting
import MapsIO

@testable import Maps

/// Maps over a store of its own, filled with the places that ship; reached directly, as its boards, or as another
/// vertical reaches it: through a client, frames and a dispatcher.
final class MapsUnderTest: Sendable {
    struct Way: CaseIterable, Sendable {
        enum Reach: CaseIterable, Sendable {
            case direct
            case throughFrames
        }

        static let direct: Way = Way(reach: .direct, store: .sqlite)
        static let allCases: [Way] = Reach.allCases.flatMap { reach in PlacesStore.allCases.map { Way(reach: reach, store: $0) } }

        let reach: Reach
        let store: PlacesStore
    }

    let maps: any MapsInterface
    private let directory: TemporaryDirectory
    private let end: @Sendable () async -> Void

    init(by way: Way, configuration: MapsConfiguration = MapsConfiguration(places: ShippedPlaces.path)) async throws {
        directory = try TemporaryDirectory()
        switch way.reach {
        case .direct: (maps, end) = try await Self.boards(in: directory, way.store, configuration)
        case .throughFrames: (maps, end) = try await Self.client(way.store, configuration)
        }
    }

    /// Ends what was started; the store is closed then.
    func close() async {
        await end()
    }

    private static func boards(
        in directory: TemporaryDirectory, _ store: PlacesStore, _ configuration: MapsConfiguration
    ) async throws -> (any MapsInterface, @Sendable () async -> Void) {
        var world: World = World()
        world.configureMaps(config: configuration)
        let container: MapsContainer = MapsContainer(places: store.repository(in: directory.path), maps: world.maps, clock: world.clock)
        try await container.start()
        return (container.makeVertical(), { await container.close() })
    }

    private static func client(
        _ store: PlacesStore, _ configuration: MapsConfiguration
    ) async throws -> (any MapsInterface, @Sendable () async -> Void) {
        let vertical: VerticalUnderTest = try await .start(
            MapsLauncherPlugin { store.repository(in: $0) }, configuration: configuration)
        return (MapsClient(vertical.channel(to: MapsContract.descriptor, as: "operator")), { await vertical.end() })
    }
}
