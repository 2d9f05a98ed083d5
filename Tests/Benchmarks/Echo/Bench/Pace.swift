import ColonnadeEventLoop

/// How long a run goes on.
enum Pace: Sendable {
    case calls(Int)
    case time(Duration)

    /// What goes before the run and does not count.
    var warmUp: Pace {
        switch self {
        case .calls(let calls): .calls(max(1, calls / 10))
        case .time(let time): .time(time / 10)
        }
    }

    /// The most calls to make.
    var calls: Int {
        switch self {
        case .calls(let calls): calls
        case .time: .max
        }
    }

    /// When to make no more, in nanoseconds of the monotonic clock.
    func end(from start: UInt64) -> UInt64 {
        switch self {
        case .calls: .max
        case .time(let time): (MonotonicTime(nanoseconds: start) + time).nanoseconds
        }
    }
}
