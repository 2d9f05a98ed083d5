import CLibuv
import DequeModule
import Glibc
import Synchronization

/// One thread, one `uv_loop_t`, one queue: a task executor for everything that one daemon does on its connections.
///
/// A task with the loop as its executor preference runs on the loop's thread from beginning to end, including `async let`, task
/// groups and nonisolated async functions. Callbacks of sockets, timers, signals and children run on the same thread, so state
/// that belongs to one loop needs no lock.
///
/// A turn takes in events, runs the jobs they queued, and makes one system call for every socket that was written to. A task that
/// has nothing left to do, on a loop that has nothing else to do, may take the next turn itself: ``turnInPlace()``.
@safe public final class EventLoop: TaskExecutor, @unchecked Sendable {
    // Sendable: mutable fields are touched on the loop's thread only (each entry point checks that or goes through `remote`); the
    // others are set before a second thread sees the loop.

    /// Where a loop gets its time from.
    public enum Clock: Sendable {
        /// CLOCK_MONOTONIC.
        case monotonic
        /// A clock that stands still while there is work, and jumps to the next timer when there is none. It starts at `from`.
        ///
        /// With `settle`, what happens on the loop happens in the same order each time: each turn runs one job, `settle` is called between two
        /// turns, to return once no other thread of the process does anything, and offloaded work runs on the loop's thread where there is
        /// nothing else to do.
        case virtual(from: MonotonicTime = MonotonicTime(nanoseconds: 1_000_000_000), settle: (@Sendable () -> Void)? = nil)
    }

    /// The loop's name, which is also its thread's (the first 15 bytes).
    public let name: String
    /// Whether time stands still while there is work; see ``Clock/virtual(from:settle:)``.
    public let isVirtual: Bool

    let handles: LoopHandles
    let remote: RemoteQueue
    /// The buffer that sockets read into: one for the whole loop, because only one socket is read at a time.
    let readBuffer: UnsafeMutableRawBufferPointer
    @usableFromInline let threadID: Atomic<UInt> = Atomic(0)
    let virtualNow: Atomic<UInt64>
    /// Waits until no other thread does anything; nil where nobody cares. See ``Clock/virtual(from:settle:)``.
    let settle: (@Sendable () -> Void)?
    /// The most jobs that one turn runs, so that a busy queue does not starve the sockets.
    let jobsInTurn: Int
    /// Output buffers of sockets that have nothing to write: a busy socket finds a warm buffer each turn, and ten thousand idle
    /// ones hold none.
    let buffers: BufferPool = BufferPool(mostBuffers: 8, keptCapacity: OutputBuffer.keptCapacity)

    var timers: TimerQueue = TimerQueue()
    var armedDeadline: MonotonicTime?
    var outstandingWork: Int = 0
    /// What runs when the loop has settled.
    var offloaded: [OffloadedWork] = []
    var writeCalls: Int = 0
    var readsWithoutAsking: Int = 0
    /// Whether handles changed since libuv last ran, so that it has to update the kernel or to call back.
    var hasChangedHandles: Bool = true
    var cachedNow: UInt64 = 0
    /// Whether the turn does not wait for events.
    var isBusy: Bool = false
    var isStopping: Bool = false
    var sawEvent: Bool = false
    /// Whether a task runs this turn itself; see ``turnInPlace()``.
    var isTurnInPlace: Bool = false
    // The unchecked ones change in single steps, and no other code runs during a step.
    @exclusivity(unchecked) var jobs: UniqueDeque<LoopJob> = UniqueDeque()
    /// Calls for the next turn; see ``callNextTurn(_:)``.
    @exclusivity(unchecked) var later: [any LoopCall] = []
    @exclusivity(unchecked) var spinning: Spinning = Spinning()
    @exclusivity(unchecked) var loneSocket: LoneSocket = LoneSocket()
    /// The task job that runs now; nil if there is none.
    @exclusivity(unchecked) var running: UnownedJob?
    /// Sockets to be flushed at the end of this turn.
    @exclusivity(unchecked) var written: UniqueDeque<UnixSocket> = UniqueDeque()
    @exclusivity(unchecked) var turns: UInt64 = 0
    private var thread: LoopThread?

    /// Starts a loop on a thread of its own, which lives until `shutdown()`.
    public convenience init(name: String, clock: Clock = .monotonic) {
        self.init(unstarted: name, clock: clock)
        thread = LoopThread(name: name) { started in
            self.enter()
            started()
            self.runUntilStopped()
        }
    }

    private init(unstarted name: String, clock: Clock) {
        self.name = name
        handles = LoopHandles()
        unsafe readBuffer = .allocate(byteCount: 256 * 1024, alignment: 64)
        remote = unsafe RemoteQueue(wakeUp: handles.wakeUp)
        switch clock {
        case .monotonic:
            isVirtual = false
            virtualNow = Atomic(0)
            settle = nil
        case .virtual(let start, let settling):
            isVirtual = true
            virtualNow = Atomic(start.nanoseconds)
            settle = settling
        }
        jobsInTurn = settle == nil ? Self.keptJobs : 1
        handles.open(owner: self)
    }

    deinit {
        unsafe readBuffer.deallocate()
    }

    /// Runs a loop on the calling thread until `body` returns. The main function of a daemon or a tool is one call of it.
    ///
    /// It ignores SIGPIPE, so that writing to a peer that has gone fails with an error instead of ending the process. It also
    /// lets the allocator keep a few megabytes of freed memory; see ``AllocatorTuning``.
    public static func run<T: Sendable>(name: String, clock: Clock = .monotonic, _ body: @escaping @Sendable (EventLoop) async -> T) -> T {
        precondition(current == nil, "a loop runs on this thread already")
        signal(SIGPIPE, SIG_IGN)
        AllocatorTuning.apply()
        let loop: EventLoop = EventLoop(unstarted: name, clock: clock)
        loop.enter()
        let result: LoopBound<T?> = LoopBound(nil, loop: loop)
        loop.startTask {
            result.value = await body(loop)
            loop.stop()
        }
        return loop.runUntilStopped { result.value! }
    }

    /// Makes the loop busy-poll for up to `duration` after the last event before it sleeps. Zero, the default, turns that off.
    /// Polling makes calls faster, at the cost of processor time that would otherwise be idle. On the loop.
    public func spin(upTo duration: Duration) {
        preconditionCurrent()
        unsafe spinning.longest = UInt64(clamping: duration.wholeNanoseconds)
    }

    // MARK: The loop's thread

    /// The loop whose thread this is, nil elsewhere.
    public static var current: EventLoop? { CurrentLoop.value }

    /// Whether the caller is on this loop's thread.
    @inlinable public var isCurrent: Bool {
        threadID.load(ordering: .relaxed) == UInt(pthread_self())
    }

    /// The loop's thread, which must have started; constant until it ends.
    @usableFromInline var threadNumber: UInt { threadID.load(ordering: .relaxed) }

    /// Traps if the caller is on another thread: that would be a data race.
    public func preconditionCurrent() {
        precondition(isCurrent, "what belongs to an event loop was used on another thread")
    }

    private func enter() {
        threadID.store(UInt(pthread_self()), ordering: .releasing)
        CurrentLoop.value = self
    }

    private func runUntilStopped() {
        runUntilStopped {}
    }

    private func runUntilStopped<T>(_ result: () -> T) -> T {
        while true {
            let hadWork: Bool = sawEvent || hasWork
            runJobs()
            if isStopping { break }
            takeEvents(hadWork: hadWork)
        }
        flushSockets()
        let value: T = result()
        unsafe loneSocket = LoneSocket()
        remote.close()
        handles.close()
        unsafe jobs = UniqueDeque()
        unsafe written = UniqueDeque()
        CurrentLoop.value = nil
        threadID.store(0, ordering: .releasing)
        return value
    }

    /// Ends the loop after the current turn; from any thread. It makes one last attempt to flush, closes every socket and timer
    /// without a callback, and drops later jobs.
    public func stop() {
        execute { self.isStopping = true }
    }

    /// Stops a loop that has its own thread, and waits until the thread has ended. Once, from another thread.
    public func shutdown() {
        precondition(!isCurrent, "a loop can't wait for its own end")
        stop()
        thread?.join()
        thread = nil
    }

    // MARK: Jobs

    /// Queues a task's job; takes no lock on the loop's own thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        add(.task(UnownedJob(job)))
    }

    /// Runs `body` on the loop behind everything already queued, never in place. From any thread.
    public func execute(_ body: @escaping @Sendable () -> Void) {
        add(.call(body))
    }

    func add(_ job: consuming LoopJob) {
        if isCurrent {
            unsafe jobs.append(job)
        } else {
            remote.append(job)
        }
    }

    /// Queues `call` behind everything already queued, without allocating a closure. On the loop.
    public func callSoon(_ call: any LoopCall) {
        preconditionCurrent()
        unsafe jobs.append(.object(call))
    }

    /// Queues `call` for the next turn, after the loop has read its sockets: for continuing work that must let others in between.
    /// On the loop.
    public func callNextTurn(_ call: any LoopCall) {
        preconditionCurrent()
        unsafe later.append(call)
    }
}
