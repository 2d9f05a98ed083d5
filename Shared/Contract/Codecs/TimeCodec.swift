// Times are int64 nanoseconds: 1677 to 2262. What lies outside becomes the nearest time that fits.

private let nanosecondsPerSecond: Int64 = 1_000_000_000
/// From 1970, where the wire counts from, to 2001, where Date does.
private let referenceSeconds: Int64 = 978_307_200

extension WireWriter {
    /// A time, as nanoseconds since 1970 UTC.
    public mutating func writeDate(_ value: Date, field: UInt32) {
        writePlain(value.wireNanoseconds, field: field)
    }

    /// A length of time, in nanoseconds; smaller parts are cut off.
    public mutating func writeDuration(_ value: Duration, field: UInt32) {
        writePlain(value.wireNanoseconds, field: field)
    }
}

extension WireReader {
    /// A time, from nanoseconds since 1970 UTC.
    public mutating func readDate(_ key: WireKey) throws(WireError) -> Date {
        Date(wireNanoseconds: try readPlain(key))
    }

    /// A length of time, from nanoseconds.
    public mutating func readDuration(_ key: WireKey) throws(WireError) -> Duration {
        .nanoseconds(try readPlain(key))
    }
}

extension Date {
    /// Nanoseconds since 1970 UTC, rounded; the ends of the range for times outside it, 0 for what is not a number.
    public var wireNanoseconds: Int64 {
        let time: Double = timeIntervalSinceReferenceDate
        guard !time.isNaN else { return 0 }
        guard time.magnitude < 1e11 else { return time < 0 ? .min : .max }
        let whole: Double = time.rounded(.down)
        let fraction: Int64 = Int64(((time - whole) * 1e9).rounded())
        return saturatedNanoseconds(seconds: Int64(whole) + referenceSeconds, fraction: fraction)
    }

    /// The time that is nearest to this many nanoseconds since 1970 UTC; a Date holds about 100 ns of today's times.
    public init(wireNanoseconds: Int64) {
        let (seconds, fraction): (Int64, Int64) = wireNanoseconds.quotientAndRemainder(dividingBy: nanosecondsPerSecond)
        self.init(timeIntervalSinceReferenceDate: Double(seconds - referenceSeconds) + Double(fraction) / 1e9)
    }
}

extension Duration {
    /// Nanoseconds, cut off towards zero; the ends of the range for what lies outside it.
    public var wireNanoseconds: Int64 {
        let (seconds, attoseconds): (Int64, Int64) = components
        return saturatedNanoseconds(seconds: seconds, fraction: attoseconds / nanosecondsPerSecond)
    }
}

private func saturatedNanoseconds(seconds: Int64, fraction: Int64) -> Int64 {
    Int64(clamping: Int128(seconds) * Int128(nanosecondsPerSecond) + Int128(fraction))
}
