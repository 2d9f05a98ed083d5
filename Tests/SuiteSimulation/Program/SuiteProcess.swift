import Colonnade
import ColonnadeEventLoop
import ColonnadeTransport
import ColonnadeVertical
import ColonnadeWorld
import FoundationEssentials
import SupervisorCore

/// One generation of a vertical, as a process would run it: its own world, launcher, database and connections.
final class SuiteProcess: Sendable {
    let vertical: SimulatedClinic.Vertical
    let generation: UInt64
    let connections: ProcessConnections
    /// Whether it was told to go before it was launched.
    let isToldToGo: LoopBound<Bool>
    private let suite: SuiteSurroundings
    private let launcher: LoopBound<Launcher?>

    init(_ vertical: SimulatedClinic.Vertical, generation: UInt64, in suite: SuiteSurroundings) {
        self.vertical = vertical
        self.generation = generation
        self.suite = suite
        connections = ProcessConnections(bug: suite.bug)
        isToldToGo = LoopBound(false, loop: suite.loop)
        launcher = LoopBound(nil, loop: suite.loop)
    }

    var isLaunched: Bool { launcher.value != nil }

    /// Makes the vertical; nobody reaches it before ``accept()``.
    func launch() async throws {
        var options: MainOptions = MainOptions(
            world: world, stateDirectory: suite.state(of: vertical.name), runtimeDirectory: "\(suite.home)/run/\(vertical.name)",
            configurationFile: vertical.configuration.map { _ in suite.configuration(of: vertical.name) },
            graceTime: ChildPolicy().drainGrace, logLevel: .critical, generation: generation)
        options.dialer = { [suite] (consumer: String, provider: String) -> (any Dialer)? in suite.socket(from: consumer, to: provider) }
        launcher.value = try await vertical.install(PluginLauncher.with(options: options)).initialize()
    }

    /// Accepts at every socket of its edges.
    func accept() {
        guard let launcher: Launcher = launcher.value else { return }
        for socket: HeldSocket in suite.sockets(of: vertical.name) {
            launcher.serve(vertical.name, acceptor: socket.acceptor(for: connections), consumer: socket.consumer)
        }
    }

    /// Drains and closes, as after SIGTERM.
    func stop() async { await launcher.value?.stop() }

    /// Goes as after SIGKILL; its connections are cut already.
    func abandon() async { await launcher.value?.abandon() }

    private var world: World {
        let loop: EventLoop = suite.loop
        let start: Date = SuiteSurroundings.start
        let seed: UInt64 = Dice(suite.seed, "\(vertical.name) \(generation)").seed
        let clock: WorldClock = WorldClock(
            now: { () -> Date in start.addingTimeInterval((loop.now - SuiteSurroundings.beginning) / .seconds(1)) },
            uptime: { .nanoseconds(Int64(clamping: loop.now.nanoseconds)) },
            sleep: { (duration: Duration) async throws(CancellationError) in try await loop.sleep(for: duration) })
        return World(clock: clock, chance: .seeded(seed))
    }
}
