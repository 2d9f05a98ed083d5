import ColonnadeContract
public import ColonnadeEventLoop
public import ColonnadeSystemIO
import FoundationEssentials
public import SupervisorCore

/// A running supervisor: the suite, and the interface by which it is asked.
public final class SupervisorProcess: Sendable {
    let runner: LoopBound<SuiteRunner>
    let servers: LoopBound<ControlServers>
    let lock: HomeLock
    let home: SuiteHome
    let activations: LaunchActivations
    let loop: EventLoop
    /// Whether it was said that the suite is up.
    let isUp: LoopBound<Bool>

    /// Binds the sockets of a suite; starts nothing yet. On the loop.
    /// - Parameters:
    ///   - accounts: whose its processes are.
    ///   - lock: proves that nobody else runs the suite.
    ///   - onChange: hears of every change of a vertical's state, on the loop.
    ///   - onNotice: hears of what is wrong beside that, a sentence each, on the loop.
    public convenience init(
        plan: SuitePlan, home: SuiteHome, accounts: SuiteAccounts, lock: HomeLock, loop: EventLoop,
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
        self.init(suite, lock: lock, onChange: onChange, onNotice: onNotice)
    }

    /// Goes on with a suite that another program of the supervisor has left in this process. On the loop.
    /// - Throws: why that is not possible.
    public convenience init(
        _ inheritance: Inheritance, home: SuiteHome, loop: EventLoop, onChange: @escaping @Sendable (VerticalStatus) -> Void,
        onNotice: @escaping @Sendable (String) -> Void
    ) throws(HandoverError) {
        DescriptorLimit.raise()
        let suite: SuiteRunner
        do {
            suite = try SuiteRunner(
                plan: inheritance.plan, home: home, accounts: inheritance.accounts(home), descriptors: inheritance.openFiles,
                inheritance: inheritance, loop: loop)
        } catch {
            throw error as? HandoverError ?? HandoverError("\(error)")
        }
        self.init(suite, lock: HomeLock(inheritance.lock), launch: inheritance.launch, onChange: onChange, onNotice: onNotice)
        isUp.value = inheritance.isUp
    }

    private init(
        _ suite: SuiteRunner, lock: HomeLock, launch: [LauncherActivation]? = nil, onChange: @escaping @Sendable (VerticalStatus) -> Void,
        onNotice: @escaping @Sendable (String) -> Void
    ) {
        suite.onChange = onChange
        suite.onNotice = onNotice
        loop = suite.loop
        home = suite.home
        runner = LoopBound(suite, loop: suite.loop)
        isUp = LoopBound(false, loop: suite.loop)
        self.lock = lock
        activations = LaunchActivations(plan: suite.plan, launch: launch, sockets: suite.home.runtime("operator"), loop: suite.loop)
        let servers: ControlServers = ControlServers(runner, loop: suite.loop)
        servers.serveAll()
        suite.onControl = { consumer, listener in
            if let listener { servers.serve(consumer, at: listener) } else { servers.end(consumer) }
        }
        self.servers = LoopBound(servers, loop: suite.loop)
        takeReexecs(suite)
    }

    /// Starts what is to run at launch, and waits until all of it is ready.
    /// - Returns: false where the suite was told to go down before that.
    /// - Throws: which verticals have failed, and why; the others run.
    public func start() async throws(SupervisorError) -> Bool {
        runner.value.startAtLaunch()
        return try await isStarted()
    }

    /// Waits until all that is to run at launch is ready.
    /// - Returns: false where the suite was told to go down before that.
    /// - Throws: which verticals have failed, and why; the others run.
    public func isStarted() async throws(SupervisorError) -> Bool {
        let names: [String] = runner.value.plan.processes.filter { $0.launcher.start == .atLaunch }.map(\.name)
        let settling: LoopBound<SettlingVerticals> = LoopBound(SettlingVerticals(names), loop: loop)
        await runner.wait { $0.isGoingDown || settling.value.areSettled(in: $0) }
        guard !runner.value.isGoingDown else { return false }
        let lost: [VerticalStatus] = names.compactMap { runner.value.status(of: $0) }.filter { $0.state != .ready }
        guard lost.isEmpty else {
            throw SupervisorError(lost.map { "\($0.name) is not ready: it \($0.reason ?? "\($0.state)")" }.joined(separator: "\n"))
        }
        return true
    }

    /// Activates what the launcher file says, one after the other.
    /// - Parameter onEnd: hears how each activation ended, on the loop.
    public func activate(onEnd: @escaping @Sendable (_ board: String, _ ending: LaunchActivations.Ending) -> Void) {
        isUp.value = true
        // The launcher file, the plan and its starts took much that nobody needs any more.
        loop.giveBackStart()
        activations.begin(onEnd: onEnd)
    }

    /// Begins to stop everything, consumers first.
    public func goDown() {
        runner.value.goDown()
    }

    /// Why the suite goes down, or has gone, without anybody having asked; nil where somebody has. On the loop.
    public var failure: String? { runner.value.failure }

    /// Waits until everything is down, and leaves nothing behind but state and logs.
    public func untilDown() async {
        await runner.wait { $0.isGoingDown && $0.machine.isDown }
        activations.end()
        await servers.value.drain(within: .seconds(1))
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
