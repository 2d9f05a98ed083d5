import DequeModule

/// A turn: flush what was written, take in events, run the jobs.
extension EventLoop {
    /// What one turn runs of the jobs at most, so that a busy queue does not starve the sockets; and the room that a queue keeps.
    private static let jobsInTurn: Int = 4096

    /// Counts the turns, so that who shares out a turn knows when it is another. On the loop.
    public var turn: UInt64 { unsafe turns }

    /// Sends what was written, and takes in the next events; waits for them where there is nothing to be done.
    /// - Parameter hadWork: whether anything came or was run since the last time.
    func takeEvents(hadWork: Bool) {
        sawEvent = false
        unsafe turns &+= 1
        flushSockets()
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

    var hasWork: Bool { unsafe !jobs.isEmpty || !written.isEmpty || !later.isEmpty }

    /// Runs what is queued, and what that queues.
    func runJobs() {
        if unsafe !later.isEmpty {
            for call: any LoopCall in unsafe later { unsafe jobs.append(.object(call)) }
            unsafe later.removeAll(keepingCapacity: true)
        }
        var budget: Int = Self.jobsInTurn
        while budget > 0, let job: LoopJob = unsafe jobs.popFirst() {
            budget -= 1
            switch job {
            case .task(let job): run(job)
            case .call(let body): body()
            case .object(let object): object.callFromLoop()
            case .ended(let socket): socket.reportClosed()
            }
        }
        if unsafe jobs.capacity > Self.jobsInTurn && jobs.isEmpty { unsafe jobs = UniqueDeque() }
    }

    private func run(_ job: UnownedJob) {
        unsafe running = job
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        unsafe running = nil
    }

    /// Calls what belongs to no task: at once, or as a job where a task turns the loop, whose task-locals it must not see. On the loop.
    public func callBack(_ body: @escaping @Sendable () -> Void) {
        if isTurnInPlace { add(.call(body)) } else { body() }
    }

    /// Has `socket` flushed at the end of this turn.
    func flushLater(_ socket: UnixSocket) {
        unsafe written.append(socket)
    }

    /// Flushes what was written to; what is written to meanwhile comes at the end of the next turn.
    func flushSockets() {
        var count: Int = unsafe written.count
        while count > 0, let socket: UnixSocket = unsafe written.popFirst() {
            count -= 1
            guard isTurnInPlace, !socket.isCalledInPlace else {
                socket.flush()
                continue
            }
            // What it tells its handler may belong to another task: it is flushed when this one has suspended.
            flushLater(socket)
            execute {}
        }
        if unsafe written.capacity > Self.jobsInTurn && written.isEmpty { unsafe written = UniqueDeque() }
    }

    /// Says that something came from outside in this turn, so that a virtual clock stands still.
    func noteEvent() {
        sawEvent = true
    }
}
