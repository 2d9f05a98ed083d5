import CLibuv
import CSpawn
import Glibc

/// A running child process, watched through its pidfd: there is no polling, and a reused pid is never mistaken for it.
@safe public final class ChildProcess: @unchecked Sendable {
    // Sendable: mutable state is touched on the loop's thread only; every public function checks that.

    /// The loop that is told when the child ends.
    public let loop: EventLoop
    /// The child's process id. It may belong to another process once the exit was reported.
    public let pid: Int32
    /// The most memory that the child had at once, in bytes; nil until its exit is reported, and where the kernel did not say.
    public private(set) var peakMemory: Int?
    private let leadsGroup: Bool
    private var descriptor: OwnedDescriptor?
    private var poll: PollHandle?
    private var onExit: (@Sendable (ExitStatus) -> Void)?

    init(
        pid: Int32, descriptor: OwnedDescriptor, leadsGroup: Bool, loop: EventLoop, onExit: @escaping @Sendable (ExitStatus) -> Void
    ) {
        self.loop = loop
        self.pid = pid
        self.leadsGroup = leadsGroup
        self.descriptor = descriptor
        self.onExit = onExit
    }

    /// Starts a child and returns when its program runs, usually within a millisecond. On the loop.
    ///
    /// `onExit` is called once on the loop, even if the result is discarded. When the loop's thread ends, the child gets the
    /// request's `deathSignal`.
    @discardableResult
    public static func spawn(
        _ request: SpawnRequest, loop: EventLoop, onExit: @escaping @Sendable (ExitStatus) -> Void
    ) throws(SpawnError) -> ChildProcess {
        loop.preconditionCurrent()
        let nothing: OwnedDescriptor
        do throws(SocketError) {
            nothing = try OwnedDescriptor.open(path: "/dev/null", flags: O_RDWR)
        } catch {
            throw SpawnError(step: .descriptors, code: error.code, executable: request.executable)
        }
        let result: cspawn_result = SpawnBlock(request, standardInput: nothing.number).start()
        if let step = SpawnError.Step(rawValue: result.step) {
            throw SpawnError(step: step, code: result.error, executable: request.executable)
        }
        let child: ChildProcess = ChildProcess(
            pid: result.pid, descriptor: .keeping(result.pidfd), leadsGroup: request.startsSession,
            loop: loop, onExit: onExit)
        do throws(SocketError) {
            try child.watch()
        } catch {
            child.abandon()
            throw SpawnError(step: .prepare, code: error.code, executable: request.executable)
        }
        return child
    }

    /// Whether this system lets a child not see what is in a folder. Tries it, with a child that ends at once.
    public static func canHide(_ hiding: SpawnRequest.Hiding) -> Bool {
        // Everything is done before the program runs, and there is no such program.
        var request: SpawnRequest = SpawnRequest(executable: "/dev/null/none")
        request.hiding = hiding
        return SpawnBlock(request, standardInput: 2).start().step == SpawnError.Step.execute.rawValue
    }

    /// Whether this system lets a child be another user's. Tries it, with a child that ends at once.
    public static func canBe(user: UInt32, group: UInt32) -> Bool {
        var request: SpawnRequest = SpawnRequest(executable: "/dev/null/none")
        (request.user, request.group) = (user, group)
        return SpawnBlock(request, standardInput: 2).start().step == SpawnError.Step.execute.rawValue
    }

    /// Whether the exit has not been reported yet.
    public var isRunning: Bool { descriptor != nil }

    /// Sends the child a signal, and returns whether there was a child to receive it. On the loop.
    @discardableResult
    public func kill(_ number: Int32) -> Bool {
        loop.preconditionCurrent()
        guard let descriptor else { return false }
        return cspawn_signal(descriptor.number, number) == 0
    }

    /// Sends the signal to the process group that the child leads (`startsSession`). On the loop.
    @discardableResult
    public func killGroup(_ number: Int32) -> Bool {
        loop.preconditionCurrent()
        // The child has not been reaped, so its pid and its group's id are still its own.
        guard descriptor != nil, leadsGroup else { return false }
        return Glibc.kill(-pid, number) == 0
    }

    /// Kills and reaps a child whose end nobody will be told about. Waiting takes a moment, because it was killed; without it the
    /// child would stay a zombie.
    func abandon() {
        killGroup(SIGKILL)
        kill(SIGKILL)
        if let descriptor { _ = cspawn_reap(descriptor.number, 1) }
        poll?.close()
        (poll, descriptor, onExit) = (nil, nil, nil)
    }

    func watch() throws(SocketError) {
        guard let descriptor else { return }
        poll = try PollHandle(descriptor: descriptor.number, loop: loop, owner: self)
        poll?.watch(Int32(UV_READABLE.rawValue))
    }
}

extension ChildProcess: PollOwner {
    func pollReady(_ events: Int32, failed: Bool) {
        guard let descriptor else { return }
        // Before the child is reaped, so that the group's id can't have been reused.
        killGroup(SIGKILL)
        // Polling has failed, so nothing would report the end: kill the child now.
        if failed { kill(SIGKILL) }
        let exit: cspawn_exit = cspawn_reap(descriptor.number, failed ? 1 : 0)
        guard exit.ended != 0 else { return }
        poll?.close()
        poll = nil
        self.descriptor = nil
        let onExit: (@Sendable (ExitStatus) -> Void)? = onExit
        self.onExit = nil
        peakMemory = exit.peak > 0 ? Int(exit.peak) : nil
        // The wait failed because somebody else took the status (SIGCHLD ignored). The child has certainly ended.
        if exit.ended < 0 {
            onExit?(.exited(-1))
        } else {
            onExit?(exit.signalled != 0 ? .signalled(exit.code, coreDumped: exit.dumped != 0) : .exited(exit.code))
        }
    }
}
