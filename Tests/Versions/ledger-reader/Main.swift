import Colonnade
import LedgerV1IO

/// A consumer that was built with the ledger's first interface, and calls one board of it.
struct ReaderPlugin: LauncherPlugin {
    let name: String = "reader"
    let offers: [ContractDescriptor] = []
    let uses: [ContractDescriptor] = [LedgerContract.descriptor.only([.ledger.entry])]

    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        ModuleComponent(modulePlugins: [])
    }
}

@main
enum Main {
    static func main() {
        PluginLauncher.with(options: .default).install(launcherPlugin: ReaderPlugin()).run()
    }
}
