import ColonnadeContract
import ColonnadeEventLoop
public import ColonnadeSystemIO
internal import ColonnadeTransport
import ColonnadeWorld
import FoundationEssentials
import Logging

/// Collects launcher plugins, and starts their verticals.
///
/// A daemon's main is one call:
/// ```swift
/// PluginLauncher.with(options: .default).install(launcherPlugin: MapsLauncherPlugin()).run()
/// ```
/// and several verticals in one process, for a test or a small device, are
/// ```swift
/// try await PluginLauncher.with(options: options)
///     .install(launcherPlugin: MapsLauncherPlugin())
///     .install(launcherPlugin: ClinicalRecordsLauncherPlugin())
///     .initialize()
/// ```
public struct PluginLauncher: Sendable {
    var options: MainOptions
    private(set) var plugins: [InstalledPlugin] = []

    private init(options: MainOptions) {
        self.options = options
    }

    /// A launcher without verticals.
    public static func with(options: MainOptions) -> PluginLauncher {
        PluginLauncher(options: options)
    }

    /// The launcher with one more vertical. A name may be used once.
    public func install(launcherPlugin: some LauncherPlugin) -> PluginLauncher {
        precondition(!plugins.contains { $0.name == launcherPlugin.name }, "\(launcherPlugin.name) is installed twice")
        var launcher: PluginLauncher = self
        launcher.plugins.append(InstalledPlugin(launcherPlugin))
        return launcher
    }

    /// The descriptions of the installed verticals; makes nothing.
    public var descriptions: [VerticalDescription] { plugins.map(\.description) }

    /// Configures the world, and makes every vertical in the order of installation. Verticals of this launcher reach each
    /// other in memory, with the same frames as over a socket.
    ///
    /// They run on the caller's loop, or on their own if the caller has none.
    public func initialize() async throws(LaunchError) -> Launcher {
        try await initialize(on: EventLoop.current ?? EventLoop(name: plugins.first?.name ?? "launcher"))
    }

    /// The same launcher with other options.
    func with(_ options: MainOptions) -> PluginLauncher {
        var launcher: PluginLauncher = self
        launcher.options = options
        return launcher
    }

    func initialize(on loop: EventLoop) async throws(LaunchError) -> Launcher {
        try options.checkConfigurations(of: plugins.map(\.name))
        try checkLinks()
        let common: World = options.world ?? World(clock: loop.worldClock)
        var mainboards: [String: Motherboard] = [:]
        for plugin in plugins {
            // Each sees its own part of the world and no other's, as it does in a process of its own.
            var world: World = common
            try plugin.configure(&world, options.of(plugin.name, among: plugins.count))
            mainboards[plugin.name] = motherboard(of: plugin.name, offers: plugin.description.interfaces, world: world, loop: loop)
        }
        let one: Motherboard? = plugins.count == 1 ? mainboards.values.first : nil
        let launcher: Launcher = Launcher(
            mainboard: one ?? motherboard(of: "launcher", world: common, loop: loop), mainboards: mainboards,
            options: options)
        try await launcher.make(plugins)
        return launcher
    }

    private func checkLinks() throws(LaunchError) {
        var table: LinkTable = LinkTable()
        for plugin: InstalledPlugin in plugins { table.add(plugin.description.deepLinks, of: plugin.name) }
        if let fault: LinkTable.Fault = table.faults.first { throw .deepLink(vertical: fault.vertical, fault.error) }
    }

    private func motherboard(
        of vertical: String, offers: [ContractDescriptor] = [], world: World, loop: EventLoop
    ) -> Motherboard {
        let level: Logger.Level = options.logLevel
        let log: Logger = Logger(label: vertical) { label in StandardErrorLog(label: label, level: level) }
        let tracer: Tracer = Tracer(rate: options.traceRate, limits: options.limits, loop: loop, inner: options.telemetry)
        options.telemetry?.know(tracer)
        return Motherboard(vertical: vertical, offers: offers, world: world, loop: loop, limits: options.limits, tracer: tracer, log: log)
    }
}

extension EventLoop {
    /// The clock of this loop.
    var worldClock: WorldClock {
        WorldClock(
            now: { Date() }, uptime: { .nanoseconds(Int64(clamping: self.now.nanoseconds)) },
            sleep: { (duration: Duration) async throws(CancellationError) in try await self.sleep(for: duration) })
    }
}
