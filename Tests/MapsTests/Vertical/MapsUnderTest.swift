import Colonnade
import Foundation
import MapsIO

@testable import Maps

/// Maps over a database of its own, filled with the places that ship; reached directly, as its boards, or as another
/// vertical reaches it: through a client, frames and a dispatcher.
final class MapsUnderTest: Sendable {
    enum Way: CaseIterable, Sendable {
        case direct
        case throughFrames
    }

    let maps: any MapsInterface
    private let directory: TemporaryDirectory
    private let end: @Sendable () async -> Void

    init(by way: Way, configuration: MapsConfiguration = MapsConfiguration(places: ShippedPlaces.path)) async throws {
        directory = try TemporaryDirectory()
        switch way {
        case .direct: (maps, end) = try await Self.boards(in: directory, configuration)
        case .throughFrames: (maps, end) = try await Self.client(in: directory, configuration)
        }
    }

    /// Ends what was started; the database is closed then.
    func close() async {
        await end()
    }

    private static func boards(
        in directory: TemporaryDirectory, _ configuration: MapsConfiguration
    ) async throws -> (any MapsInterface, @Sendable () async -> Void) {
        var world: World = World()
        world.configureMaps(config: configuration)
        let container: MapsContainer = MapsContainer(stateDirectory: directory.path, maps: world.maps)
        try await container.start()
        return (container.makeVertical(), { await container.close() })
    }

    private static func client(
        in directory: TemporaryDirectory, _ configuration: MapsConfiguration
    ) async throws -> (any MapsInterface, @Sendable () async -> Void) {
        let json: String = configuration.places.map { #"{"places":"\#($0)"}"# } ?? "{}"
        let options: MainOptions = MainOptions(
            stateDirectory: directory.path + "/state", runtimeDirectory: directory.path + "/run",
            configurationFile: try directory.write(json, to: "configuration.json"))
        let launcher: Launcher = try await PluginLauncher.with(options: options)
            .install(launcherPlugin: MapsLauncherPlugin())
            .initialize()
        return (MapsClient(launcher.mainboard.channel(to: "Maps")), { await launcher.stop() })
    }
}
