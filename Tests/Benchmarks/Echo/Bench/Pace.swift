import ColonnadeEventLoop

/// How long a run goes on: until so many calls are made, or the time is over, whichever comes first.
struct Pace: Sendable {
    /// No end, where only the time ends the run.
    let calls: Int
    let time: Duration?

    /// What goes before the run and does not count.
    var warmUp: Pace {
        Pace(calls: calls == .max ? .max : max(1, calls / 10), time: time.map { $0 / 10 })
    }

    /// When to make no more, in nanoseconds of the monotonic clock.
    func end(from start: UInt64) -> UInt64 {
        time.map { (MonotonicTime(nanoseconds: start) + $0).nanoseconds } ?? .max
    }
}
