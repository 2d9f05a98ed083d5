import ColonnadeContract
import ColonnadeSystemIO
internal import ColonnadeTransport
import ColonnadeWorld
import Logging

/// A vertical with the server of its boards.
struct ServedVertical: Sendable {
    let name: String
    let server: Server
    let mainboard: Motherboard
    private let component: ModuleComponent
    private let openers: LinkOpeners

    /// Registers the modules' boards: the internal ones with the motherboard, the others with a server.
    init(plugin: InstalledPlugin, component: ModuleComponent, mainboard: Motherboard, options: MainOptions) {
        name = plugin.name
        self.component = component
        self.mainboard = mainboard
        let world: World = mainboard.world
        let dispatchers: [any Dispatcher] = world.bind {
            component.modulePlugins.flatMap { module in
                for board: BoardRegistration in module.internalBoards(on: mainboard) { mainboard.internalBoards.register(board) }
                return module.dispatchers(on: mainboard)
            }
        }
        Self.check(dispatchers, against: plugin)
        world.bind {
            for module: any ModulePlugin in component.modulePlugins { module.installBarriers(on: mainboard) }
        }
        openers = LinkOpeners(plugin.urlOpenerPlugins)
        // Held weakly: the motherboard holds what is served here.
        let introspection: IntrospectionProvider = IntrospectionProvider(
            description: plugin.description, generation: options.generation, started: world.clock.now(),
            loop: mainboard.loop, tracer: mainboard.tracer, telemetry: options.telemetry
        ) { [openers, weak mainboard] url in
            guard let mainboard else { return .unmatched([]) }
            return await openers.open(url, on: mainboard)
        }
        let log: Logger = mainboard.log
        let report: ForeignError.Report = ForeignError.Report { error in log.error("a board failed", metadata: ["error": "\(error)"]) }
        let (telemetry, tracer): ((any TelemetryKeeper)?, Tracer) = (options.telemetry, mainboard.tracer)
        server = Server(
            configuration: ServerConfiguration(
                provider: plugin.name, aliases: Set(plugin.description.interfaces.map { VerticalName.kebab($0.name) }),
                generation: options.generation,
                dispatchers: dispatchers + [ConsumerDispatcher(PlatformDispatcher(IntrospectionDispatcher(introspection)))],
                limits: options.limits,
                scope: { body in
                    await World.$current.withValue(world) {
                        await ForeignError.$report.withValue(report) {
                            guard let telemetry else { return await body() }
                            await telemetry.work(with: tracer, body)
                        }
                    }
                }, barriers: mainboard.barriers.serve(), tracer: mainboard.tracer),
            loop: mainboard.loop)
        introspection.watch(server)
        world.bind {
            for module: any ModulePlugin in component.modulePlugins { module.applyRules(on: mainboard) }
        }
    }

    /// What a URL means to the vertical.
    func open(_ url: String) async -> LinkAnswer {
        await mainboard.world.bind { await openers.open(url, on: mainboard) }
    }

    func drain(timeout: Duration) async {
        await server.drain(timeout: timeout)
    }

    func close() async {
        mainboard.stopBarriers()
        server.close()
        await component.close()
    }

    /// A vertical must serve what it declares, or `--describe` would lie.
    private static func check(_ dispatchers: [any Dispatcher], against plugin: InstalledPlugin) {
        let served: Set<String> = Set(dispatchers.map(\.contract.name))
        let offered: Set<String> = Set(plugin.description.interfaces.map(\.name))
        precondition(served == offered, "\(plugin.name) offers \(offered.sorted()) and its modules serve \(served.sorted())")
    }
}
