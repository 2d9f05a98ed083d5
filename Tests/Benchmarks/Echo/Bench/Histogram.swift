/// Counts times in nanoseconds, to a thousandth of each: in the same memory however many there are.
struct Histogram: Sendable {
    /// Up to 18 minutes; what is longer counts as that.
    private static let longestShift: Int = 30
    private static let steps: Int = 1024

    private(set) var count: Int = 0
    private var counts: [Int] = Array(repeating: 0, count: (longestShift + 2) * steps)

    mutating func add(_ nanoseconds: UInt64) {
        count += 1
        counts[Self.index(of: nanoseconds)] += 1
    }

    /// The time that `share` of all times lie below; 0 where there are none.
    func quantile(_ share: Double) -> UInt64 {
        var left: Int = min(count - 1, Int(Double(count) * share))
        for (index, number) in counts.enumerated() {
            left -= number
            if left < 0 && count > 0 { return Self.time(at: index) }
        }
        return 0
    }

    private static func index(of time: UInt64) -> Int {
        // The leading 11 bits tell the step, the number of those behind them tells the row.
        let shift: Int = max(0, 53 - time.leadingZeroBitCount)
        guard shift <= longestShift else { return (longestShift + 2) * steps - 1 }
        return shift * steps + Int(truncatingIfNeeded: time >> UInt64(shift))
    }

    private static func time(at index: Int) -> UInt64 {
        guard index >= 2 * steps else { return UInt64(index) }
        let shift: Int = index / steps - 1
        return UInt64(index - shift * steps) << UInt64(shift)
    }
}
