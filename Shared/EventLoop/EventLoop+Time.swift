import Synchronization

/// What time it is.
extension EventLoop {
    /// The loop's time. On the loop the clock is read once a turn, elsewhere at each call; in virtual time it is the virtual
    /// clock's.
    public var now: MonotonicTime {
        if isVirtual { return MonotonicTime(nanoseconds: virtualNow.load(ordering: .relaxed)) }
        guard isCurrent else { return MonotonicTime.read() }
        if cachedNow == 0 { cachedNow = MonotonicTime.read().nanoseconds }
        return MonotonicTime(nanoseconds: cachedNow)
    }

    /// Discards the cached time, so that the next `now` reads the clock.
    func forgetNow() {
        cachedNow = 0
    }

    /// Moves a virtual clock to the next timer if nothing else is to be done. Returns whether the next turn must not wait.
    func moveClock(idle: Bool) -> Bool {
        guard outstandingWork == 0, let next = timers.nextDeadline() else { return false }
        guard idle, isBusy else { return true }
        if next > now { virtualNow.store(next.nanoseconds, ordering: .relaxed) }
        runDueTimers()
        return true
    }
}
