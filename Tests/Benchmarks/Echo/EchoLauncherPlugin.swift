import Colonnade
import EchoIO

/// The echo vertical: the smallest there is.
struct EchoLauncherPlugin: LauncherPlugin {
    let name: String = "echo"
    let offers: [ContractDescriptor] = [EchoContract.descriptor]
    let concurrency: Concurrency = .shared

    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        ModuleComponent(modulePlugins: [EchoModulePlugin(options: options, ledger: try EffectLedger())])
    }
}

struct EchoModulePlugin: ModulePlugin {
    let options: MainOptions
    /// Nil where nobody counts.
    let ledger: EffectLedger?

    func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] {
        // Other verticals are known by the names of their sockets.
        let neighbours: Neighbours = Neighbours(connections: options.connections, limits: options.limits, mainboard: mainboard)
        return [EchoDispatcher(EchoProvider(neighbours: neighbours, notes: "\(options.stateDirectory)/notes", ledger: ledger))]
    }
}
