import Synchronization

/// What time it is.
extension EventLoop {
    /// The time of this loop: on the loop read once a turn, elsewhere at once; in virtual time the virtual clock's.
    public var now: MonotonicTime {
        if isVirtual { return MonotonicTime(nanoseconds: virtualNow.load(ordering: .relaxed)) }
        guard isCurrent else { return MonotonicTime.read() }
        if cachedNow == 0 { cachedNow = MonotonicTime.read().nanoseconds }
        return MonotonicTime(nanoseconds: cachedNow)
    }

    /// Has the clock read again for the next `now`.
    func forgetNow() {
        cachedNow = 0
    }

    /// Moves a virtual clock to the next timer where nothing else is to be done; says whether a turn without waiting must follow.
    func moveClock(idle: Bool) -> Bool {
        guard outstandingWork == 0, let next = timers.nextDeadline() else { return false }
        guard idle, isBusy else { return true }
        if next > now { virtualNow.store(next.nanoseconds, ordering: .relaxed) }
        runDueTimers()
        return true
    }
}
