/// How long calls took: counts in buckets whose width grows with the duration.
///
/// Each power of two is divided into eight buckets of equal width, so that a bucket is at most an eighth as wide as what it holds is
/// long; below 1 µs all are 128 ns wide. Log-linear buckets are HdrHistogram's idea (Gil Tene, http://hdrhistogram.org). Memory is
/// ``buckets`` numbers, whatever is recorded.
public struct DurationHistogram: Hashable, Sendable {
    /// How many buckets there are; the last one holds everything from 2³⁶ ns (about 69 s) on.
    public static let buckets: Int = 217

    /// Shorter durations are not told apart: 2⁷ ns.
    private static let unitBits: UInt64 = 7
    private static let subBuckets: UInt64 = 8
    private static let subBits: Int = 3

    /// The counts by bucket; empty until ``open()``.
    private var counts: [UInt64] = []

    /// A histogram that records nothing until it is opened.
    public init() {}

    /// Whether it has its memory.
    public var isOpen: Bool { !counts.isEmpty }

    /// Takes its memory.
    public mutating func open() {
        if counts.isEmpty { counts = Array(repeating: 0, count: Self.buckets) }
    }

    /// Counts one duration.
    /// - Returns: false where the histogram is not open, and nothing was counted.
    public mutating func record(_ nanoseconds: UInt64) -> Bool {
        guard isOpen else { return false }
        counts[Self.bucket(of: nanoseconds)] &+= 1
        return true
    }

    /// The buckets that hold something, shortest first. `below` is the first duration in nanoseconds that the bucket does not hold; nil
    /// for the last bucket, which has no end.
    public var filled: [(below: UInt64?, count: UInt64)] {
        counts.enumerated().filter { $0.element > 0 }.map { (Self.end(of: $0.offset), $0.element) }
    }

    /// Where a duration is counted.
    static func bucket(of nanoseconds: UInt64) -> Int {
        let units: UInt64 = nanoseconds >> unitBits
        guard units >= subBuckets else { return Int(truncatingIfNeeded: units) }
        let power: Int = 63 - units.leadingZeroBitCount
        let position: UInt64 = (units >> UInt64(power - subBits)) & (subBuckets - 1)
        return min((power - subBits + 1) * Int(subBuckets) + Int(truncatingIfNeeded: position), buckets - 1)
    }

    /// The first duration in nanoseconds that is too long for a bucket; nil for the last one.
    static func end(of bucket: Int) -> UInt64? {
        guard bucket < buckets - 1 else { return nil }
        let next: UInt64 = UInt64(bucket + 1)
        guard next > subBuckets else { return next << unitBits }
        let shift: UInt64 = next / subBuckets - 1
        return (subBuckets + next % subBuckets) << (shift + unitBits)
    }
}
