import ColonnadeContract
public import ColonnadeEventLoop
public import ColonnadeSystemIO
import FoundationEssentials
public import SupervisorCore

/// A running supervisor: the suite, and the interface by which it is asked.
public final class SupervisorProcess: Sendable {
    private let runner: LoopBound<SuiteRunner>
    private let servers: LoopBound<ControlServers>
    private let lock: HomeLock
    private let home: SuiteHome
    private let activations: LaunchActivations
    private let loop: EventLoop

    /// Binds the sockets of a suite; starts nothing yet. On the loop.
    /// - Parameters:
    ///   - launcher: the launcher file's absolute path, which a reload takes again.
    ///   - accounts: whose its processes are.
    ///   - lock: proves that nobody else runs the suite.
    ///   - onChange: hears of every change of a vertical's state, on the loop.
    ///   - onNotice: hears of what is wrong beside that, a sentence each, on the loop.
    public init(
        plan: SuitePlan, launcher: String, home: SuiteHome, accounts: SuiteAccounts, lock: HomeLock, loop: EventLoop,
        onChange: @escaping @Sendable (VerticalStatus) -> Void,
        onNotice: @escaping @Sendable (String) -> Void
    ) throws(SupervisorError) {
        // Children get the limit that this process was given: a program may use select(2), which takes no higher descriptors.
        let descriptors: SpawnRequest.Limit? = DescriptorLimit.current
        try SuiteDescriptors.check(plan, limit: DescriptorLimit.raise())
        let suite: SuiteRunner
        do {
            home.clearRun()
            try home.makeOuter(isPassed: accounts.areSeveral)
            try Data("\(ProcessInfo.processInfo.processIdentifier)\n".utf8).write(to: URL(filePath: home.pidFile))
            suite = try SuiteRunner(plan: plan, home: home, accounts: accounts, descriptors: descriptors, loop: loop)
        } catch {
            throw SupervisorError("The suite can not be set up in \(home.path): \(error)")
        }
        suite.onChange = onChange
        suite.onNotice = onNotice
        suite.launcher = launcher
        let runner: LoopBound<SuiteRunner> = LoopBound(suite, loop: loop)
        self.runner = runner
        self.lock = lock
        self.home = home
        self.loop = loop
        activations = LaunchActivations(plan: plan, sockets: home.runtime("operator"), loop: loop)
        let servers: ControlServers = ControlServers(runner, loop: loop)
        for entry: (consumer: String, listener: UnixListener) in suite.sockets.control { servers.serve(entry.consumer, at: entry.listener) }
        suite.onControl = { consumer, listener in
            if let listener { servers.serve(consumer, at: listener) } else { servers.end(consumer) }
        }
        self.servers = LoopBound(servers, loop: loop)
    }

    /// Starts what is to run at launch, and waits until all of it is ready.
    /// - Returns: false where the suite was told to go down before that.
    /// - Throws: which verticals have failed, and why; the others run.
    public func start() async throws(SupervisorError) -> Bool {
        let names: [String] = runner.value.plan.processes.filter { $0.launcher.start == .atLaunch }.map(\.name)
        runner.value.startAtLaunch()
        await runner.wait { suite in
            suite.isGoingDown
                || names.allSatisfy { suite.machine.children[$0]?.state == .ready || suite.machine.isUnavailable($0) || suite.isStuck($0) }
        }
        guard !runner.value.isGoingDown else { return false }
        let lost: [VerticalStatus] = names.compactMap { runner.value.status(of: $0) }.filter { $0.state != .ready }
        guard lost.isEmpty else {
            throw SupervisorError(lost.map { "\($0.name) is not ready: it \($0.reason ?? "\($0.state)")" }.joined(separator: "\n"))
        }
        return true
    }

    /// Activates what the launcher file says, one after the other.
    /// - Parameter onEnd: hears how each activation ended, on the loop.
    public func activate(onEnd: @escaping @Sendable (_ board: String, _ result: String) -> Void) {
        activations.begin(onEnd: onEnd)
    }

    /// Begins to stop everything, consumers first.
    public func goDown() {
        runner.value.goDown()
    }

    /// Waits until everything is down, and leaves nothing behind but state and logs.
    public func untilDown() async {
        await runner.wait { $0.isGoingDown && $0.machine.isDown }
        activations.end()
        await servers.value.drain()
        runner.value.close()
        home.clearRun()
        withExtendedLifetime(lock) {}
    }

    /// The last lines of a process's log.
    /// - Parameter name: a vertical's, or one of several processes' of it.
    public func lastLines(of name: String, _ count: Int) async -> [String] {
        guard let kept: KeptLines = runner.value.slots[InstanceName(name).name]?.log.kept else { return [] }
        var merging: LogMerging = LogMerging([(name, kept)], last: count, loop: loop)
        var lines: [String] = []
        while let line: LogLine = try? await merging.next() { lines.append(line.text) }
        return lines
    }
}
