/// How often something happens, over the last four seconds: counts of the current period and of the one before, as HAProxy's frequency
/// counters have them. Counting takes a comparison and an addition, and no timer.
struct CallRate: Hashable, Sendable {
    /// A period has 2³² ns, about 4.3 s.
    private static let periodBits: UInt64 = 32

    private var period: UInt32 = 0
    private var current: UInt32 = 0
    private var previous: UInt32 = 0

    /// Counts one event.
    /// - Parameter nanoseconds: when it happened, on a clock that does not run backwards.
    mutating func count(at nanoseconds: UInt64) {
        let period: UInt32 = UInt32(truncatingIfNeeded: nanoseconds >> Self.periodBits)
        if period != self.period { begin(period) }
        current &+= 1
    }

    private mutating func begin(_ next: UInt32) {
        (period, previous, current) = (next, next == period &+ 1 ? current : 0, 0)
    }

    /// Events a second at a moment: those of the current period, and of the one before the part that is no period ago.
    func perSecond(at nanoseconds: UInt64) -> Double {
        var rate: CallRate = self
        let period: UInt32 = UInt32(truncatingIfNeeded: nanoseconds >> Self.periodBits)
        if period != rate.period { rate.begin(period) }
        let length: Double = Double(1 << Self.periodBits)
        let elapsed: Double = Double(nanoseconds & (1 << Self.periodBits - 1)) / length
        return (Double(rate.previous) * (1 - elapsed) + Double(rate.current)) / (length / 1_000_000_000)
    }
}
