import ColonnadeSystemIO
import ColonnadeWire

/// Which metric it is, in words that OpenMetrics takes.
struct MetricKey: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case count, level, values, durations
    }

    let kind: Kind
    let name: String
    let labels: [MetricLabel]

    /// - Parameters:
    ///   - name: what no name may have becomes `_`: `http.requests` and `http_requests` are one metric.
    ///   - dimensions: the first of a name counts.
    init(_ kind: Kind, _ name: String, _ dimensions: [(String, String)], _ limits: Limits) {
        self.kind = kind
        self.name = Self.name(name, limits.bytesOfMetricName)
        var labels: [String: String] = [:]
        for (name, value): (String, String) in dimensions.prefix(limits.labelsOfMetric) {
            let name: String = Self.name(name, limits.bytesOfMetricName)
            if labels[name] == nil { labels[name] = value.cut(toBytes: limits.bytesOfLabel) }
        }
        self.labels = labels.sorted { $0.key < $1.key }.map { MetricLabel(name: $0.key, value: $0.value) }
    }

    /// By what metrics are in order.
    var place: [String] { [name] + labels.flatMap { [$0.name, $0.value] } }

    /// Letters, digits and `_`, and no digit first.
    private static func name(_ text: String, _ bytes: Int) -> String {
        var name: String = ""
        for scalar: Unicode.Scalar in text.unicodeScalars.prefix(bytes) where name.utf8.count < bytes {
            let isDigit: Bool = ("0"..."9").contains(scalar)
            if isDigit, name.isEmpty { name += "_" }
            let isLetter: Bool = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            name.unicodeScalars.append(isLetter || isDigit ? scalar : "_")
        }
        return name.isEmpty ? "_" : name
    }
}
