import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import EchoIO
import Testing

@testable import ColonnadeVertical

/// A vertical that offers nothing: all that matters is what it uses, how it is made, and how it ends.
private struct Consumer: LauncherPlugin {
    struct Broken: Error {}

    let name: String
    let offers: [ContractDescriptor] = []
    let uses: [ContractDescriptor]
    var isBroken: Bool = false
    var closed: Mailbox<String> = Mailbox()

    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        if isBroken { throw Broken() }
        let (name, closed): (String, Mailbox<String>) = (name, closed)
        return ModuleComponent(modulePlugins: [], close: { closed.put(name) })
    }
}

/// A vertical that keeps one board to itself, under a name that others use as well.
private struct Keeping: LauncherPlugin, ModulePlugin {
    let name: String
    let offers: [ContractDescriptor] = []
    let script: GateScript

    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        ModuleComponent(modulePlugins: [self])
    }

    func internalBoards(on mainboard: Motherboard) -> [BoardRegistration] { [script.registration()] }
}

@Suite("Each vertical of a process has a motherboard of its own")
struct OwnMotherboardTests {
    private let payload: EchoPayload = EchoPayload(bytes: [5])

    private func withLauncher(_ launcher: (MainOptions) -> PluginLauncher, _ body: (Launcher) async throws -> Void) async throws {
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let loop: EventLoop = EventLoop(name: "test")
        let launched: Launcher = try await launcher(MainOptions(home: home)).initialize(on: loop)
        try await body(launched)
        await launched.stop()
        loop.shutdown()
    }

    private func verticals(script: GateScript, exempt: Set<String> = []) -> (MainOptions) -> PluginLauncher {
        { options in
            PluginLauncher.with(options: options)
                .install(launcherPlugin: Consumer(name: "asking", uses: [EchoContract.descriptor]))
                .install(launcherPlugin: GuardedEchoPlugin(script: script, installation: GateInstallation(exempt: exempt)))
                .install(launcherPlugin: Consumer(name: "stranger", uses: []))
                .install(launcherPlugin: Consumer(name: "other", uses: [EchoContract.descriptor]))
        }
    }

    private func fault<Output, Command, Refused>(of activation: Activation<Output, Command, Refused>) async -> Fault? {
        guard case .failure(let failure) = await activation.task.value else { return nil }
        return failure.fault
    }

    @Test("An edge that a vertical does not declare fails within a process as it does between processes")
    func undeclared() async throws {
        try await withLauncher(verticals(script: GateScript { _ in .done })) { launched in
            let asking: Motherboard = try #require(launched.mainboard(of: "asking"))
            _ = try await asking.serviceMap.echo.echo.activation.activate(with: payload).completion()
            let stranger: Motherboard = try #require(launched.mainboard(of: "stranger"))
            let result = await stranger.serviceMap.echo.echo.activation.activate(with: payload).task.value
            guard case .failure(.undeclared(let fault)) = result else {
                Issue.record("expected undeclared, got \(result)")
                return
            }
            #expect(fault.outcome == .notDispatched && fault.message.contains("stranger"))
        }
    }

    @Test("A provider of the same process knows each consumer by its own name")
    func names() async throws {
        try await withLauncher(verticals(script: .held, exempt: ["asking"])) { launched in
            let asking: Motherboard = try #require(launched.mainboard(of: "asking"))
            _ = try await asking.serviceMap.echo.echo.activation.activate(with: payload).completion()
            let other: Motherboard = try #require(launched.mainboard(of: "other"))
            let waiting: Activation<EchoPayload, Never, EchoRefusal> = other.serviceMap.echo.echo.activation.activate(with: payload)
            #expect(await eventually { await launched.verticals[1].server.statistics.waitingAtBarriers == 1 })
            waiting.task.cancel()
            #expect(await eventually { await launched.verticals[1].server.statistics.waitingAtBarriers == 0 })
        }
    }

    @Test("Rules see what their own vertical activates, and nothing of others")
    func rules() async throws {
        try await withLauncher(verticals(script: GateScript { _ in .done })) { launched in
            let seen: Mailbox<String> = Mailbox()
            for name: String in ["asking", "other"] {
                let mainboard: Motherboard = try #require(launched.mainboard(of: name))
                mainboard.when(mainboard.serviceMap.echo.echo).emits { _ in seen.put(name) }
            }
            let other: Motherboard = try #require(launched.mainboard(of: "other"))
            _ = try await other.serviceMap.echo.echo.activation.activate(with: payload).completion()
            _ = try await launched.mainboard.serviceMap.echo.echo.activation.activate(with: payload).completion()
            #expect(seen.all == ["other"])
        }
    }

    @Test("An internal board is reached by its own vertical's motherboard and by no other, whatever types it is asked with")
    func internalBoards() async throws {
        let script: GateScript = GateScript { _ in .done }
        try await withLauncher(verticals(script: script)) { launched in
            let own: Motherboard = try #require(launched.mainboard(of: "echo"))
            #expect(try await own.activation(of: GateScript.gate).activate(with: ()).completion() == .done)
            let otherwise: InternalBoard<Int, Int, Never, NoRefusal> = InternalBoard("Echo", "gate")
            let others: [Motherboard] = [
                try #require(launched.mainboard(of: "asking")), try #require(launched.mainboard(of: "stranger")), launched.mainboard,
            ]
            for mainboard: Motherboard in others {
                let faults: [Fault?] = [
                    await fault(of: mainboard.activation(of: GateScript.gate).activate(with: ())),
                    await fault(of: mainboard.activation(of: otherwise).activate(with: 1)),
                ]
                for fault: Fault? in faults {
                    #expect(fault?.code == .unimplemented && fault?.outcome == .notDispatched, "\(String(describing: fault))")
                }
            }
            #expect(script.runs.all.count == 1)
        }
    }

    @Test("Verticals of a process do not share the names of their internal boards")
    func sameName() async throws {
        let scripts: [GateScript] = [GateScript { _ in .done }, GateScript { _ in .done }]
        let keepers: [Keeping] = scripts.enumerated().map { Keeping(name: "keeper-\($0)", script: $1) }
        let launcher: (MainOptions) -> PluginLauncher = { keepers.reduce(.with(options: $0)) { $0.install(launcherPlugin: $1) } }
        try await withLauncher(launcher) { launched in
            let second: Motherboard = try #require(launched.mainboard(of: "keeper-1"))
            #expect(try await second.activation(of: GateScript.gate).activate(with: ()).completion() == .done)
            #expect(scripts.map(\.runs.all.count) == [0, 1])
        }
    }

    @Test("Where one vertical can not be made, those that were are closed again, the last first")
    func laterFails() async throws {
        let closed: Mailbox<String> = Mailbox()
        let loop: EventLoop = EventLoop(name: "test")
        let home: TemporaryDirectory = try TemporaryDirectory()
        defer { withExtendedLifetime(home) {} }
        let launcher: PluginLauncher = PluginLauncher.with(options: MainOptions(home: home))
            .install(launcherPlugin: Consumer(name: "first", uses: [], closed: closed))
            .install(launcherPlugin: Consumer(name: "second", uses: [], closed: closed))
            .install(launcherPlugin: Consumer(name: "third", uses: [], isBroken: true, closed: closed))
            .install(launcherPlugin: Consumer(name: "fourth", uses: [], closed: closed))
        do throws(LaunchError) {
            _ = try await launcher.initialize(on: loop)
            Issue.record("it was launched")
        } catch {
            guard case .preparation(vertical: "third", _) = error else {
                Issue.record("expected a failed preparation, got \(error)")
                return
            }
        }
        #expect(closed.all == ["second", "first"])
        loop.shutdown()
    }

    @Test("A vertical waits at its own gate before it activates another's board; the way beside the motherboard is the provider's to guard")
    func consumerSide() async throws {
        struct Careful: LauncherPlugin, ModulePlugin {
            let name: String = "careful"
            let offers: [ContractDescriptor] = []
            let uses: [ContractDescriptor] = [EchoContract.descriptor]
            let script: GateScript

            func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
                ModuleComponent(modulePlugins: [self])
            }

            func internalBoards(on mainboard: Motherboard) -> [BoardRegistration] { [script.registration()] }

            func installBarriers(on mainboard: Motherboard) {
                mainboard.install(gatewayBarrier: GateScript.gate, for: .boards([.echo.echo]), shared: .session)
            }
        }
        let script: GateScript = .held
        let echo: SmallVertical = SmallVertical("echo", EchoDispatcher(CountingEcho(calls: Mailbox())))
        let launcher: (MainOptions) -> PluginLauncher = {
            .with(options: $0).install(launcherPlugin: Careful(script: script)).install(launcherPlugin: echo)
        }
        try await withLauncher(launcher) { launched in
            let mainboard: Motherboard = try #require(launched.mainboard(of: "careful"))
            #expect(try await EchoClient(mainboard.channel(to: "Echo")).echo(payload) == payload)
            let waiting: [Activation<EchoPayload, Never, EchoRefusal>] = (0..<20).map { _ in
                mainboard.serviceMap.echo.echo.activation.activate(with: payload)
            }
            let leaving: Activation<EchoPayload, Never, EchoRefusal> = mainboard.serviceMap.echo.echo.activation.activate(with: payload)
            _ = try await script.runs.first()
            leaving.task.cancel()
            guard case .failure(.cancelled(let fault)) = await leaving.task.value else {
                Issue.record("expected a cancelled call")
                return
            }
            #expect(fault.outcome == .notDispatched)
            script.latch.open()
            for activation in waiting { #expect(try await activation.completion() == .done) }
            #expect(script.runs.all.count == 1)
        }
    }
}
