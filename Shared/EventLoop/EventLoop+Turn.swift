import DequeModule

/// A turn: flush what was written, take in events, run the jobs.
extension EventLoop {
    /// The capacity that a queue keeps, and the most jobs that a turn runs in real time.
    static let keptJobs: Int = 4096

    /// The number of this turn, for callers that share out a turn. On the loop.
    public var turn: UInt64 { unsafe turns }

    /// Flushes what was written and takes in the next events; waits for them if there is nothing to do.
    /// - Parameter hadWork: whether anything arrived or ran since the last time.
    func takeEvents(hadWork: Bool) {
        sawEvent = false
        unsafe turns &+= 1
        flushSockets()
        if let settle { settleDown(settle) }
        var mustGoOn: Bool = hasWork
        if isVirtual {
            mustGoOn = moveClock(idle: !mustGoOn && !hadWork) || mustGoOn
        } else if unsafe spinning.goesOn(hadWork: hadWork, now: { MonotonicTime.read().nanoseconds }) {
            mustGoOn = true
            if lookAtLoneSocket() { return }
            if !hadWork { letOthersRun() }
        } else if !mustGoOn, let milliseconds: Int32 = loneWait {
            if waitForLoneSocket(milliseconds: milliseconds) { return }
            mustGoOn = true
        }
        isBusy = mustGoOn
        forgetNow()
        hasChangedHandles = false
        handles.takeEvents(mayWait: !mustGoOn)
        unsafe remote.take(into: &jobs)
    }

    /// Waits for other threads and takes what they have handed over. Once nothing is left to do here, one offloaded work runs: it may
    /// have waited for what the loop did.
    private func settleDown(_ settle: () -> Void) {
        settle()
        unsafe remote.take(into: &jobs)
        if !hasWork, !offloaded.isEmpty { offloaded.removeFirst().runInPlace() }
    }

    var hasWork: Bool { unsafe !jobs.isEmpty || !written.isEmpty || !later.isEmpty }

    /// Runs the queued jobs, and the jobs that they queue.
    func runJobs() {
        if unsafe !later.isEmpty {
            for call: any LoopCall in unsafe later { unsafe jobs.append(.object(call)) }
            unsafe later.removeAll(keepingCapacity: true)
        }
        var budget: Int = jobsInTurn
        while budget > 0, let job: LoopJob = unsafe jobs.popFirst() {
            budget -= 1
            switch job {
            case .task(let job): run(job)
            case .call(let body): body()
            case .object(let object): object.callFromLoop()
            case .ended(let socket): socket.reportClosed()
            }
        }
        if unsafe jobs.capacity > Self.keptJobs && jobs.isEmpty { unsafe jobs = UniqueDeque() }
    }

    private func run(_ job: UnownedJob) {
        unsafe running = job
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        unsafe running = nil
    }

    /// Calls `body`, which belongs to no task: at once, or as a job while a task turns the loop, because `body` must not see that
    /// task's task-locals. On the loop.
    public func callBack(_ body: @escaping @Sendable () -> Void) {
        if isTurnInPlace { add(.call(body)) } else { body() }
    }

    /// Flushes `socket` at the end of this turn.
    func flushLater(_ socket: UnixSocket) {
        unsafe written.append(socket)
    }

    /// Flushes the sockets that were written to. What is written meanwhile is flushed at the end of the next turn.
    func flushSockets() {
        var count: Int = unsafe written.count
        while count > 0, let socket: UnixSocket = unsafe written.popFirst() {
            count -= 1
            guard isTurnInPlace, !socket.isCalledInPlace else {
                socket.flush()
                continue
            }
            // Its handler's callbacks may belong to another task: flush it when this task has suspended.
            flushLater(socket)
            execute {}
        }
        if unsafe written.capacity > Self.keptJobs && written.isEmpty { unsafe written = UniqueDeque() }
    }

    /// Notes that an outside event arrived in this turn, so that a virtual clock stands still.
    func noteEvent() {
        sawEvent = true
    }
}
