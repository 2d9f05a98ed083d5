import Colonnade
import EchoIO

/// The echo vertical: the smallest there is.
struct EchoLauncherPlugin: LauncherPlugin {
    let name: String = "echo"
    let offers: [ContractDescriptor] = [EchoContract.descriptor]

    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        ModuleComponent(modulePlugins: [EchoModulePlugin()])
    }
}

struct EchoModulePlugin: ModulePlugin {
    func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] {
        [EchoDispatcher(EchoProvider())]
    }
}
