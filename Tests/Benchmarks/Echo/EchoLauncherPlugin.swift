import Colonnade
import EchoIO

/// The echo vertical: the smallest there is.
struct EchoLauncherPlugin: LauncherPlugin {
    let name: String = "echo"
    let offers: [ContractDescriptor] = [EchoContract.descriptor]

    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        ModuleComponent(modulePlugins: [EchoModulePlugin(connections: options.connections, limits: options.limits)])
    }
}

struct EchoModulePlugin: ModulePlugin {
    /// Sockets of other verticals, by name.
    let connections: [String: String]
    let limits: Limits

    func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] {
        let neighbours: Neighbours = Neighbours(connections: connections, limits: limits, mainboard: mainboard)
        return [EchoDispatcher(EchoProvider(neighbours: neighbours))]
    }
}
