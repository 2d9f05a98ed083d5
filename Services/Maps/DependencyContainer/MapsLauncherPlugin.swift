public import Colonnade
public import MapsData
import MapsIO
import MapsPresentation

/// Maps' single public entry.
public struct MapsLauncherPlugin: LauncherPlugin {
    public let name: String = "maps"
    public let offers: [ContractDescriptor] = [MapsContract.descriptor]
    public let concurrency: Concurrency
    public let urlOpenerPlugins: [any URLOpenerPlugin] = [SearchURLOpenerPlugin(), PlaceURLOpenerPlugin(), DirectionsURLOpenerPlugin()]

    private let places: @Sendable (_ stateDirectory: String) -> any PlacesRepository

    /// - Parameters:
    ///   - concurrency: whether several processes may keep their places in one directory.
    ///   - places: makes what keeps the places, in a directory that exists and belongs to maps alone.
    public init(
        concurrency: Concurrency = .exclusive, places: @escaping @Sendable (_ stateDirectory: String) -> any PlacesRepository
    ) {
        self.concurrency = concurrency
        self.places = places
    }

    /// Puts maps' configuration into the world.
    public func configure(_ world: inout World, config: MapsConfiguration) {
        world.configureMaps(config: config)
    }

    /// Opens the places, and makes the boards over them.
    /// - Throws: LaunchError where the configured file can not be loaded; the stored places stay as they are.
    public func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        let container: MapsContainer = MapsContainer(places: places(options.stateDirectory), maps: Current.maps, clock: Current.clock)
        try await container.start()
        return ModuleComponent(modulePlugins: [MapsModulePlugin(vertical: container.makeVertical())]) {
            await container.close()
        }
    }
}

/// Serves maps' boards to other verticals, and tells them whose edge a call comes by: not every board is everybody's.
struct MapsModulePlugin: ModulePlugin {
    let vertical: MapsVertical

    func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] {
        [ConsumerDispatcher(MapsDispatcher(vertical))]
    }
}
