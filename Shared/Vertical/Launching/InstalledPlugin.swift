import ColonnadeContract
import ColonnadeSystemIO
import ColonnadeWorld

/// A launcher plugin without its configuration's type.
struct InstalledPlugin: Sendable {
    let description: VerticalDescription
    let uses: [ContractDescriptor]
    let urlOpenerPlugins: [any URLOpenerPlugin]
    /// Reads the configuration and puts the vertical's part into the world.
    let configure: @Sendable (inout World, MainOptions) throws(LaunchError) -> Void
    let prepare: @Sendable (MainOptions) async throws -> ModuleComponent

    var name: String { description.name }

    init<Plugin: LauncherPlugin>(_ plugin: Plugin) {
        let takesConfiguration: Bool = Plugin.Config.self != NoConfiguration.self
        let name: String = plugin.name
        description = VerticalDescription(
            name: name, version: plugin.version, interfaces: plugin.offers, uses: plugin.uses.map(\.name),
            optionalUses: plugin.optionalUses.isEmpty ? nil : plugin.optionalUses,
            expects: plugin.uses.map { $0.trimmed() },
            configuration: takesConfiguration ? Plugin.Config.contract : nil,
            deepLinks: plugin.urlOpenerPlugins.map(\.matchingPath),
            handover: plugin.handover == .shared ? nil : plugin.handover,
            concurrency: plugin.concurrency == .exclusive ? nil : plugin.concurrency,
            network: plugin.network == .none ? nil : plugin.network)
        uses = plugin.uses
        urlOpenerPlugins = plugin.urlOpenerPlugins
        configure = { (world: inout World, options: MainOptions) throws(LaunchError) in
            let reader: ConfigurationReader<Plugin.Config> = ConfigurationReader(vertical: name)
            plugin.configure(&world, config: try reader.read(file: takesConfiguration ? options.configurationFile : nil))
        }
        prepare = { try await plugin.prepareForLaunching(withOptions: $0) }
    }
}
