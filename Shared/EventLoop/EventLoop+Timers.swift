import CLibuv

extension EventLoop {
    /// Calls `body` on the loop once `delay` has passed, in the next turn at the earliest. From any thread.
    ///
    /// The resolution is a millisecond; a timer is never early.
    @discardableResult
    public func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer {
        schedule(at: freshNow + delay, body)
    }

    /// Calls `body` on the loop at `deadline`, or in the next turn if that has passed, behind what is queued by then. From any
    /// thread.
    @discardableResult
    public func schedule(at deadline: MonotonicTime, _ body: @escaping @Sendable () -> Void) -> LoopTimer {
        let timer: LoopTimer = LoopTimer(loop: self, body: body)
        if isCurrent {
            insert(timer, at: deadline)
        } else {
            execute { self.insert(timer, at: deadline) }
        }
        return timer
    }

    /// Waits for `duration` in the loop's time. Throws early when the task is cancelled.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        try await sleep(until: freshNow + duration)
    }

    /// Waits until `deadline` in the loop's time. Throws early when the task is cancelled.
    public func sleep(until deadline: MonotonicTime) async throws(CancellationError) {
        let sleep: Sleep = Sleep(loop: self)
        let finished: Bool = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                sleep.start(until: deadline, continuation)
            }
        } onCancel: {
            sleep.cancel()
        }
        if !finished { throw CancellationError() }
    }

    /// Not the turn's cached time: a long job must not make a timer fire early.
    private var freshNow: MonotonicTime { isVirtual ? now : MonotonicTime.read() }

    private func insert(_ timer: LoopTimer, at deadline: MonotonicTime) {
        timers.insert(timer, at: deadline)
        guard !isVirtual else { return }
        if let armed = armedDeadline, armed <= deadline { return }
        arm(for: deadline)
    }

    /// Rounds up, because a timer that fires early would only have to be armed again.
    private func arm(for deadline: MonotonicTime) {
        armedDeadline = deadline
        let (whole, rest) = deadline.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        handles.armTimer(atMillisecond: rest == 0 ? whole : whole + 1)
    }

    func timerFired() {
        noteEvent()
        // libuv runs timers before it polls, and must not block in this poll.
        handles.endWait()
        // With a cached time nothing might be due yet, and libuv would call again at once, for ever.
        forgetNow()
        armedDeadline = nil
        runDueTimers()
        if let next = timers.nextDeadline() { arm(for: next) }
    }

    /// Queues the calls that are due. They do not run in place, where libuv would never get past a timer that re-arms itself for
    /// a moment that has passed. Timers added by these calls wait for the next turn, even without a delay.
    func runDueTimers() {
        let moment: MonotonicTime = now
        while let timer = timers.popDue(at: moment) { execute { timer.takeBody()?() } }
    }
}

/// One waiting task. Its fields belong to the loop; `start` and `cancel` may be called from anywhere and hop there.
private final class Sleep: @unchecked Sendable {
    // Sendable: every field is touched in jobs of the loop only, and the queue keeps their order.
    private let loop: EventLoop
    private var continuation: CheckedContinuation<Bool, Never>?
    private var timer: LoopTimer?
    private var isCancelled: Bool = false

    init(loop: EventLoop) {
        self.loop = loop
    }

    func start(until deadline: MonotonicTime, _ continuation: CheckedContinuation<Bool, Never>) {
        onLoop {
            guard !self.isCancelled else { return continuation.resume(returning: false) }
            self.continuation = continuation
            self.timer = self.loop.schedule(at: deadline) { self.finish(true) }
        }
    }

    func cancel() {
        onLoop {
            self.isCancelled = true
            self.timer?.cancel()
            self.finish(false)
        }
    }

    private func finish(_ isComplete: Bool) {
        loop.preconditionCurrent()
        continuation?.resume(returning: isComplete)
        continuation = nil
    }

    private func onLoop(_ body: @escaping @Sendable () -> Void) {
        if loop.isCurrent { body() } else { loop.execute(body) }
    }
}
