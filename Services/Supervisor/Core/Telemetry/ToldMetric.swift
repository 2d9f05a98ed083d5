public import ColonnadeSystemIO

/// A metric as a daemon told it, checked: what a daemon says may be anything.
public struct ToldMetric: Sendable {
    /// What kind of family it belongs to.
    public enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    /// The labels of a text that have a meaning of their own.
    private static let taken: Set<String> = ["vertical", "le", "quantile"]
    /// Daemons cut what is longer.
    private static let longestName: Int = 256
    private static let longestLabel: Int = 256
    private static let mostLabels: Int = 32

    public let kind: Kind
    /// What its family is called, unless another one is called so: of letters, digits and underscores, with its unit where it has one.
    public let name: String
    /// The vertical's name first.
    public let labels: [MetricLabel]
    public let value: MetricValue

    /// Nil where it cannot be written.
    public init?(_ record: MetricRecord, of vertical: String) {
        guard Self.isName(record.name), record.labels.count <= Self.mostLabels, let kind: Kind = Self.kind(of: record.value) else {
            return nil
        }
        let labels: [MetricLabel] = record.labels.map { label in
            MetricLabel(name: Self.taken.contains(label.name) ? "own_" + label.name : label.name, value: Self.clean(label.value))
        }
        guard labels.allSatisfy({ Self.isName($0.name) && !$0.name.hasPrefix("__") }), Set(labels.map(\.name)).count == labels.count else {
            return nil
        }
        self.kind = kind
        name = Self.name(record)
        self.labels = [MetricLabel(name: "vertical", value: vertical)] + labels.sorted { $0.name < $1.name }
        value = record.value
    }

    private static func kind(of value: MetricValue) -> Kind? {
        switch value {
        case .count(let count): return count >= 0 && count.isFinite ? .counter : nil
        case .level: return .gauge
        case .spread(let spread):
            guard spread.sum >= 0, spread.sum.isFinite else { return nil }
            var (end, total): (Double, UInt64) = (-1, 0)
            for bucket: MetricBucket in spread.buckets {
                let (sum, overflows): (UInt64, Bool) = total.addingReportingOverflow(bucket.count)
                guard !overflows, bucket.most ?? .infinity > end else { return nil }
                (end, total) = (bucket.most ?? .infinity, sum)
            }
            return .histogram
        case .unknown: return nil
        }
    }

    /// The platform's names are its own, durations say their unit, and a counter's ending is added when it is written.
    private static func name(_ record: MetricRecord) -> String {
        var name: String = record.name
        if case .count = record.value, name.hasSuffix("_total"), name.utf8.count > 6 { name.removeLast(6) }
        if case .spread(let spread) = record.value, spread.isDuration, !name.hasSuffix("_seconds") { name += "_seconds" }
        return name.hasPrefix("colonnade_") ? "own_" + name : name
    }

    private static func isName(_ text: String) -> Bool {
        guard let first: UInt8 = text.utf8.first, text.utf8.count <= longestName, !isDigit(first) else { return false }
        return text.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "_") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    /// Without what a terminal obeys, and cut.
    private static func clean(_ text: String) -> String {
        var cleaned: String = ""
        for scalar: Unicode.Scalar in text.unicodeScalars.prefix(longestLabel) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: cleaned += "\\u{\(String(scalar.value, radix: 16))}"
            default: cleaned.unicodeScalars.append(scalar)
            }
        }
        return cleaned
    }
}
