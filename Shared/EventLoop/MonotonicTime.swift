import Glibc

/// A moment of CLOCK_MONOTONIC, shared by all processes of a machine.
public struct MonotonicTime: Sendable, Hashable, Comparable {
    /// Nanoseconds since the clock's epoch.
    public let nanoseconds: UInt64

    /// Creates a moment from a number, for example a deadline from the wire.
    public init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// Reads the clock. On a loop, `EventLoop.now` is cheaper, and also right in virtual time.
    public static func read() -> MonotonicTime {
        var time: timespec = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
    }

    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The moment `duration` later; saturates instead of overflowing.
    public static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let offset: Int64 = duration.wholeNanoseconds
        let amount: UInt64 = offset.magnitude
        if offset < 0 {
            return MonotonicTime(nanoseconds: time.nanoseconds > amount ? time.nanoseconds - amount : 0)
        }
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(amount)
        return MonotonicTime(nanoseconds: overflow ? .max : sum)
    }

    /// The time from `right` to `left`; negative where `right` is later.
    public static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
        if left < right {
            return .zero - .nanoseconds(Int64(clamping: right.nanoseconds - left.nanoseconds))
        }
        return .nanoseconds(Int64(clamping: left.nanoseconds - right.nanoseconds))
    }
}

extension Duration {
    /// This duration in nanoseconds, clamped to an Int64 (292 years).
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carried ? (seconds < 0 ? .min : .max) : sum
    }
}
