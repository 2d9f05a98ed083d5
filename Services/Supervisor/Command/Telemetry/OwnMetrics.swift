import ColonnadeContract
import ColonnadeSystemIO
import SupervisorCore

/// What the verticals' own code has counted and measured, behind the platform's families.
struct OwnMetrics {
    /// Ends of the buckets of values that are no durations: 1 to 2²⁹.
    private static let bounds: [Double] = (0...29).map { Double(UInt64(1) << $0) }

    private let told: ToldMetrics

    init(_ readings: [VerticalReading]) {
        told = ToldMetrics(readings.compactMap { reading in reading.metrics.map { (reading.status.name, $0) } })
    }

    func add(to text: inout OpenMetricsText) {
        var dropped: OpenMetricsText.Family = OpenMetricsText.Family(
            "colonnade_own_metrics_dropped", .counter, help: "Metrics of a vertical's own code that were too many, or cannot be written.")
        for (vertical, count): (String, UInt64) in told.dropped { dropped.add("\(count)", suffix: "_total", [("vertical", vertical)]) }
        text.add(dropped)
        for family: ToldMetrics.Family in told.families { add(family, to: &text) }
    }

    private func add(_ family: ToldMetrics.Family, to text: inout OpenMetricsText) {
        let kinds: [ToldMetric.Kind: OpenMetricsText.Kind] = [.counter: .counter, .gauge: .gauge, .histogram: .histogram]
        guard let kind: OpenMetricsText.Kind = kinds[family.kind] else { return }
        var written: OpenMetricsText.Family = OpenMetricsText.Family(family.name, kind, help: "Of a vertical's own code or a library.")
        for metric: ToldMetric in family.metrics {
            let labels: [(name: String, value: String)] = metric.labels.map { ($0.name, $0.value) }
            switch metric.value {
            case .count(let count): written.add(Self.text(count), suffix: "_total", labels)
            case .level(let level): written.add(Self.text(level), labels)
            case .spread(let spread): Self.add(spread, labels, to: &written)
            case .unknown: break
            }
        }
        text.add(written)
    }

    private static func add(
        _ spread: MetricSpreadRecord, _ labels: [(name: String, value: String)], to family: inout OpenMetricsText.Family
    ) {
        let unit: Double = spread.isDuration ? 1_000_000_000 : 1
        let bounds: [Double] = spread.isDuration ? SuiteMetrics.bounds.map { Double($0) } : Self.bounds
        for bound: Double in bounds {
            let count: UInt64 = spread.buckets.prefix { $0.most ?? .infinity <= bound }.reduce(0) { $0 + $1.count }
            family.add("\(count)", suffix: "_bucket", labels + [("le", "\(bound / unit)")])
        }
        let all: UInt64 = spread.buckets.reduce(0) { $0 + $1.count }
        family.add("\(all)", suffix: "_bucket", labels + [("le", "+Inf")])
        family.add("\(all)", suffix: "_count", labels)
        family.add(text(spread.sum / unit), suffix: "_sum", labels)
    }

    /// As OpenMetrics has it.
    private static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        return value.isFinite ? "\(value)" : value < 0 ? "-Inf" : "+Inf"
    }

    // MARK: JSON

    /// The metrics of one vertical, each by the name of its family.
    func json(of vertical: String) -> JSONValue {
        .array(
            told.families.flatMap { family in
                family.metrics.filter { $0.labels.first?.value == vertical }.map { metric in
                    let labels: [(String, JSONValue)] = metric.labels.dropFirst().map { ($0.name, .string($0.value)) }
                    let members: [String: JSONValue] = [
                        "name": .string(family.name), "kind": .string(family.kind.rawValue),
                        "labels": .object(Dictionary(labels) { first, _ in first }),
                    ]
                    return .object(members.merging(Self.members(of: metric.value)) { $1 })
                }
            })
    }

    private static func members(of value: MetricValue) -> [String: JSONValue] {
        switch value {
        case .count(let value), .level(let value): return ["value": value.isFinite ? .number(value) : .null]
        case .spread(let spread):
            let unit: Double = spread.isDuration ? 1_000_000_000 : 1
            return ["count": .unsigned(spread.buckets.reduce(0) { $0 + $1.count }), "sum": .number(spread.sum / unit)]
        case .unknown: return [:]
        }
    }
}
