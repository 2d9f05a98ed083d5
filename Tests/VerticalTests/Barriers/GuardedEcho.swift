import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import ColonnadeTransport
import EchoIO
import FoundationEssentials
import Synchronization

@testable import ColonnadeVertical

/// What carries a test's calls.
enum Carrier: String, CaseIterable, Sendable {
    case memory
    case unix
}

/// What a test decides about a gate, and what it sees of it.
final class GateScript: Sendable {
    typealias Body = @Sendable (GateScript) async throws -> Completion

    static let gate: InternalBoard<Void, String, Never, GateRefusal> = InternalBoard("Echo", "gate")

    enum GateRefusal: Refusal {
        case notToday
    }

    /// Opened by the test, for bodies that wait.
    let latch: Latch = Latch()
    /// The session of each run that was started.
    let runs: Mailbox<String?> = Mailbox()
    let cancellations: Mailbox<Bool> = Mailbox()
    let body: Body

    init(_ body: @escaping Body) {
        self.body = body
    }

    /// Waits until the test opens the latch.
    static var held: GateScript {
        GateScript { script in
            try await script.latch.wait()
            return .done
        }
    }

    func registration() -> BoardRegistration {
        Self.gate.registration { [self] _, _ in
            OutputSequence { emit in
                self.runs.put(CallMetadata.current.session)
                do {
                    let completion: Completion = try await self.body(self)
                    try await emit("\(completion)")
                    return completion
                } catch {
                    if Task.isCancelled { self.cancellations.put(true) }
                    throw error
                }
            }
        }
    }
}

/// How the gate of a guarded echo is installed.
struct GateInstallation: Sendable {
    var scope: BarrierScope = .all
    var shared: BarrierSharing = .process
    var deadline: Duration = .seconds(120)
    var exempt: Set<String> = []
    var passes: (@Sendable (CallMetadata) -> Bool)?
}

/// Echoes, and counts what came through.
struct CountingEcho: EchoInterface {
    typealias Refused = EchoRefusal

    let calls: Mailbox<String>

    func echo(_ input: EchoPayload) async throws(Failure) -> EchoPayload {
        calls.put("echo")
        return input
    }

    func count(_ input: CountRequest) -> Outputs<Int> { Outputs { _ in .done } }

    func converse(_ input: String, _ commands: Commands<EchoCommand>) -> Outputs<String> {
        Outputs { emit in
            try await emit(input)
            for try await command: EchoCommand in commands { if case .say(let text) = command { try await emit(text) } }
            return .done
        }
    }

    func refuse(_ input: EchoRefusal.Kind) async throws(Failure) { throw .refused(.unwilling) }

    func pour(_ input: PourRequest) -> Outputs<EchoPayload> { Outputs { _ in .done } }

    func fan(_ input: EchoPayload) async throws(Failure) -> EchoPayload { input }

    func note(_ input: NoteRequest) async throws(Failure) {}

    func pause(_ input: PauseRequest) async throws(Failure) -> EchoPayload { EchoPayload(bytes: []) }
}

struct GuardedEchoPlugin: LauncherPlugin {
    struct Module: ModulePlugin {
        let plugin: GuardedEchoPlugin

        func dispatchers(on mainboard: Motherboard) -> [any Dispatcher] { [EchoDispatcher(CountingEcho(calls: plugin.calls))] }

        func internalBoards(on mainboard: Motherboard) -> [BoardRegistration] { [plugin.script.registration()] }

        func installBarriers(on mainboard: Motherboard) {
            let installation: GateInstallation = plugin.installation
            mainboard.install(
                gatewayBarrier: GateScript.gate, for: installation.scope, shared: installation.shared, deadline: installation.deadline,
                exempt: installation.exempt, passes: installation.passes)
        }
    }

    let name: String = "echo"
    let offers: [ContractDescriptor] = [EchoContract.descriptor]
    let script: GateScript
    let installation: GateInstallation
    let calls: Mailbox<String> = Mailbox()

    func prepareForLaunching(withOptions options: MainOptions) async throws -> ModuleComponent {
        ModuleComponent(modulePlugins: [Module(plugin: self)])
    }
}

/// Echo behind a gate, served over a carrier.
final class GuardedEcho: Sendable {
    let loop: EventLoop
    let script: GateScript
    let launcher: Launcher
    let calls: Mailbox<String>
    private let carrier: Carrier
    private let endpoint: MemoryEndpoint = MemoryEndpoint { _ in (MemoryPlan(), MemoryPlan()) }
    private let home: TemporaryDirectory
    private let connectors: Mutex<[Connector]> = Mutex([])

    /// - Parameter consumer: whose edge it is; nil for anybody's.
    init(
        _ carrier: Carrier, _ script: GateScript, _ installation: GateInstallation, limits: Limits, clock: EventLoop.Clock,
        consumer: String?
    ) async throws {
        self.carrier = carrier
        self.script = script
        home = try TemporaryDirectory()
        loop = EventLoop(name: "guarded", clock: clock)
        let plugin: GuardedEchoPlugin = GuardedEchoPlugin(script: script, installation: installation)
        calls = plugin.calls
        var options: MainOptions = MainOptions(home: home)
        options.limits = limits
        launcher = try await PluginLauncher.with(options: options).install(launcherPlugin: plugin).initialize(on: loop)
        let path: String = "\(home.path)/echo.sock"
        let (server, loop, endpoint): (Server, EventLoop, MemoryEndpoint) = (server, loop, endpoint)
        try await loop.run {
            if carrier == .memory {
                server.serve(acceptor: endpoint.listen(on: loop), consumer: consumer)
            } else {
                server.serve(listener: try UnixListener.bind(path: path, loop: loop), consumer: consumer)
            }
        }
    }

    var server: Server { launcher.verticals[0].server }

    /// A new connection.
    func client(as consumer: String = "tests") -> (client: EchoClient, connector: Connector) {
        var limits: Limits = Limits()
        limits.patienceSeconds = 60
        let dialer: any Dialer = carrier == .memory ? endpoint : UnixDialer(path: "\(home.path)/echo.sock")
        let connector: Connector = Connector(
            consumer: consumer, provider: "echo", contract: EchoContract.descriptor, dialer: dialer, loop: loop, limits: limits,
            instance: "tests")
        connectors.withLock { $0.append(connector) }
        return (EchoClient(connector), connector)
    }

    /// From now on nobody who looks for the provider finds it.
    func vanish() {
        endpoint.fail(.refused("gone"))
        try? FileManager.default.removeItem(atPath: "\(home.path)/echo.sock")
    }

    /// What the gate holds now.
    var load: GateLoad {
        get async {
            guard let gate: LoopReference<Gate> = launcher.mainboard.barriers.gate(GateScript.gate.id) else { return GateLoad() }
            return await withCheckedContinuation { continuation in
                loop.execute { continuation.resume(returning: gate.value.load) }
            }
        }
    }

    /// How often the gate's board was started.
    var started: Int {
        get async {
            guard let gate: LoopReference<Gate> = launcher.mainboard.barriers.gate(GateScript.gate.id) else { return 0 }
            return await withCheckedContinuation { continuation in
                loop.execute { continuation.resume(returning: gate.value.started) }
            }
        }
    }

    /// Whether so many calls come to wait at the gate.
    func waits(_ count: Int) async -> Bool {
        await eventually { await self.server.statistics.waitingAtBarriers == count }
    }

    /// Whether nothing of any call is left.
    func isEmpty() async -> Bool {
        await eventually {
            let statistics: ServerStatistics = await self.server.statistics
            let load: GateLoad = await self.load
            return load == GateLoad() && statistics.waitingAtBarriers == 0 && statistics.boards.allSatisfy { $0.inFlight == 0 }
        }
    }

    fileprivate func end() async {
        script.latch.open()
        for connector: Connector in connectors.withLock({ $0 }) { connector.close() }
        await launcher.stop()
        loop.shutdown()
    }
}

/// Asks until the answer is yes, for at most two minutes.
func eventually(_ condition: () async -> Bool) async -> Bool {
    let clock: ContinuousClock = ContinuousClock()
    let end: ContinuousClock.Instant = clock.now + .seconds(120)
    while clock.now < end {
        if await condition() { return true }
        try? await clock.sleep(for: .milliseconds(5))
    }
    return false
}

/// Runs a test's body with a guarded echo of its own.
func withGuardedEcho(
    _ carrier: Carrier, _ script: GateScript, _ installation: GateInstallation = GateInstallation(), limits: Limits = Limits(),
    clock: EventLoop.Clock = .monotonic, consumer: String? = nil, _ body: (GuardedEcho) async throws -> Void
) async throws {
    let echo: GuardedEcho = try await GuardedEcho(
        carrier, script, installation, limits: limits, clock: clock, consumer: consumer)
    do {
        try await body(echo)
    } catch {
        await echo.end()
        throw error
    }
    await echo.end()
}

extension EventLoop {
    /// Runs a body on the loop, and gives what it gives.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            execute { continuation.resume(returning: Result { try body() }) }
        }
        return try result.get()
    }
}

/// What tasks wait at until a test opens it.
final class Latch: Sendable {
    private struct State {
        var isOpen: Bool = false
        var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
        var cancelled: Set<Int> = []
        var last: Int = 0
    }

    private let state: Mutex<State> = Mutex(State())

    func open() {
        let waiters: [CheckedContinuation<Bool, Never>] = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: true) }
    }

    func wait() async throws(CancellationError) {
        let number: Int = state.withLock { state in
            state.last += 1
            return state.last
        }
        let wasOpened: Bool = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if state.isOpen { return true }
                    if state.cancelled.remove(number) != nil { return false }
                    state.waiters[number] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter: CheckedContinuation<Bool, Never>? = state.withLock { state in
                guard let waiter = state.waiters.removeValue(forKey: number) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return waiter
            }
            waiter?.resume(returning: false)
        }
        if !wasOpened { throw CancellationError() }
    }
}
