import CLibuv
import DequeModule
import Glibc
import Synchronization

/// One thread, one `uv_loop_t`, one queue: a task executor for everything that one daemon does on its connections.
///
/// A task that has the loop as its preference runs on the loop's thread from beginning to end, `async let`, task groups and
/// nonisolated async functions included. Callbacks of sockets, timers, signals and children come on the same thread, so
/// what belongs to one loop needs no lock.
///
/// A turn is: events, then the jobs they made, then one system call for every socket that was written to. A task that has
/// nothing left to do, and leaves nothing behind, may take the next turn itself: ``turnInPlace()``.
@safe public final class EventLoop: TaskExecutor, @unchecked Sendable {
    // Sendable: fields that change are touched on the loop's thread only (each way in checks it or goes through `remote`);
    // the others are set before a second thread sees the loop.

    /// Where a loop gets its time from.
    public enum Clock: Sendable {
        /// CLOCK_MONOTONIC.
        case monotonic
        /// A clock that stands still while there is work, and jumps to the next timer when there is none. It starts at `from`.
        case virtual(from: MonotonicTime = MonotonicTime(nanoseconds: 1_000_000_000))
    }

    /// The name of the loop, which its thread bears too (the first 15 bytes).
    public let name: String
    /// Whether time stands still while there is work; see ``Clock/virtual(from:)``.
    public let isVirtual: Bool

    let handles: LoopHandles
    let remote: RemoteQueue
    /// What sockets read into: one buffer for all of a loop, because only one is read at a time.
    let readBuffer: UnsafeMutableRawBufferPointer
    @usableFromInline let threadID: Atomic<UInt> = Atomic(0)
    let virtualNow: Atomic<UInt64>
    /// Of sockets that have nothing to write: a busy one finds a warm buffer each turn, and ten thousand idle ones hold none.
    let buffers: BufferPool = BufferPool(mostBuffers: 8, keptCapacity: OutputBuffer.keptCapacity)

    var timers: TimerQueue = TimerQueue()
    var armedDeadline: MonotonicTime?
    var outstandingWork: Int = 0
    var writeCalls: Int = 0
    var readsWithoutAsking: Int = 0
    /// Whether libuv was told something, since it was asked last, that it has still to tell the kernel, or to call back for.
    var hasChangedHandles: Bool = true
    var cachedNow: UInt64 = 0
    /// Whether the turn does not wait for events.
    var isBusy: Bool = false
    var isStopping: Bool = false
    var sawEvent: Bool = false
    /// Whether a task takes this turn; see ``turnInPlace()``.
    var isTurnInPlace: Bool = false
    // The unchecked ones change in single steps, and no other code runs during a step.
    @exclusivity(unchecked) var jobs: UniqueDeque<LoopJob> = UniqueDeque()
    /// What is called in the next turn; see ``callNextTurn(_:)``.
    @exclusivity(unchecked) var later: [any LoopCall] = []
    @exclusivity(unchecked) var spinning: Spinning = Spinning()
    @exclusivity(unchecked) var loneSocket: LoneSocket = LoneSocket()
    /// The job of a task that runs now; nil while none does.
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
        case .virtual(let start):
            isVirtual = true
            virtualNow = Atomic(start.nanoseconds)
        }
        handles.open(owner: self)
    }

    deinit {
        unsafe readBuffer.deallocate()
    }

    /// Runs a loop on the calling thread until `body` returns: the main function of a daemon or a tool is one call of it.
    ///
    /// SIGPIPE is ignored from here on: a peer that went away is an error of the write, not the end of the process. And
    /// the allocator keeps a few megabytes that were freed, see ``AllocatorTuning``.
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

    /// Has the loop look for events without waiting, for up to `duration` after the last one, before it sleeps; zero, as at
    /// first, for never. It makes calls faster, and takes what the processor has to spare while they come. On the loop.
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

    /// The thread of the loop, which must have begun and is the same until it ends.
    @usableFromInline var threadNumber: UInt { threadID.load(ordering: .relaxed) }

    /// Stops the process where the caller is on another thread: that would be a data race.
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

    /// Ends the loop after the present turn; from any thread. What was written is offered to the kernel once more, every
    /// socket and timer is closed without a call, and jobs that come later are dropped.
    public func stop() {
        execute { self.isStopping = true }
    }

    /// Stops a loop that has its own thread, and waits until the thread has ended. Not on that thread, and once.
    public func shutdown() {
        precondition(!isCurrent, "a loop can't wait for its own end")
        stop()
        thread?.join()
        thread = nil
    }

    // MARK: Jobs

    /// Queues a task's job; on the loop's own thread without a lock.
    public func enqueue(_ job: consuming ExecutorJob) {
        add(.task(UnownedJob(job)))
    }

    /// Runs `body` on the loop, never in place: behind all that is queued already. From any thread.
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

    /// Has `call` called behind all that is queued already, without a closure. On the loop.
    public func callSoon(_ call: any LoopCall) {
        preconditionCurrent()
        unsafe jobs.append(.object(call))
    }

    /// Has `call` called in the next turn, after the loop has taken in what comes on sockets: for work that goes on, and must
    /// let others come in between. On the loop.
    public func callNextTurn(_ call: any LoopCall) {
        preconditionCurrent()
        unsafe later.append(call)
    }
}
