/// A duration as people write it: `1.5s`, `250ms`, `2m`.
public enum DurationText {
    private static let units: [(name: String, nanoseconds: Int64)] = [
        ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
        ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
    ]

    /// The duration that a text means: a number with one of the units ns, us, ms, s, m, h, d; nil for anything else.
    public static func parse(_ text: String) -> Duration? {
        nanoseconds(text).map { .nanoseconds($0) }
    }

    static func nanoseconds(_ text: String) -> Int64? {
        let isNegative: Bool = text.hasPrefix("-")
        let body: Substring = text.dropFirst(isNegative ? 1 : 0)
        let digits: Substring = body.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit: Substring = body[digits.endIndex...]
        guard let scale: Int64 = units.first(where: { $0.name == unit })?.nanoseconds else { return nil }
        let parts: [Substring] = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }), let whole: Int64 = Int64(parts[0]) else { return nil }
        let total: Int128 = Int128(whole) * Int128(scale) + Int128(parts.count == 2 ? fraction(parts[1], scale) : 0)
        return Int64(exactly: isNegative ? -total : total)
    }

    /// Digits behind the point, cut off below one nanosecond.
    private static func fraction(_ digits: Substring, _ scale: Int64) -> Int64 {
        var value: Int64 = 0
        var weight: Int64 = scale
        for digit: Character in digits {
            guard weight % 10 == 0 || weight >= 10 else { break }
            weight /= 10
            value += weight * Int64(digit.wholeNumberValue ?? 0)
        }
        return value
    }

    /// The duration in the largest unit below a minute that keeps a digit before the point: `1.5s`, `250ms`, `0s`.
    public static func format(_ duration: Duration) -> String {
        let (seconds, attoseconds): (Int64, Int64) = duration.components
        let (high, overflow): (Int64, Bool) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflow): (Int64, Bool) = high.addingReportingOverflow(attoseconds / 1_000_000_000)
        return format(nanoseconds: overflow || sumOverflow ? (seconds < 0 ? .min : .max) : sum)
    }

    static func format(nanoseconds value: Int64) -> String {
        let magnitude: UInt64 = value.magnitude
        let sign: String = value < 0 ? "-" : ""
        for (unit, scale): (String, UInt64) in [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1)]
        where magnitude >= scale {
            // The digits behind the point are those of scale + rest, without its leading 1.
            var fraction: Substring = String(scale + magnitude % scale).dropFirst()
            while fraction.last == "0" { fraction.removeLast() }
            if fraction.isEmpty { return "\(sign)\(magnitude / scale)\(unit)" }
            return "\(sign)\(magnitude / scale).\(fraction)\(unit)"
        }
        return "0s"
    }
}
