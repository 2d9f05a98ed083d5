public import ColonnadeSystemIO

/// What the verticals' own code has counted and measured, as families of OpenMetrics: no two samples have the same name and labels.
public struct ToldMetrics: Sendable {
    /// The metrics of one name and kind, of all verticals.
    public struct Family: Sendable {
        public let name: String
        public let kind: ToldMetric.Kind
        public let metrics: [ToldMetric]
    }

    private struct Place: Hashable, Comparable {
        let name: String
        let kind: ToldMetric.Kind

        static func < (left: Place, right: Place) -> Bool { (left.name, left.kind.rawValue) < (right.name, right.kind.rawValue) }
    }

    /// More than any daemon keeps: of one that says more, the first are read.
    static let mostMetrics: Int = 4096

    public let families: [Family]
    /// For each vertical that keeps metrics, how many it has dropped, and how many of the others cannot be written.
    public let dropped: [(vertical: String, count: UInt64)]

    /// - Parameter told: what each vertical's daemon answered.
    public init(_ told: [(vertical: String, kept: KeptMetrics)]) {
        var metrics: [Place: [ToldMetric]] = [:]
        var dropped: [(vertical: String, count: UInt64)] = []
        for (vertical, kept): (String, KeptMetrics) in told where !kept.metrics.isEmpty || kept.dropped > 0 {
            var seen: Set<[MetricLabel]> = []
            var read: Int = 0
            for record: MetricRecord in kept.metrics.prefix(Self.mostMetrics) {
                guard let metric: ToldMetric = ToldMetric(record, of: vertical) else { continue }
                let place: Place = Place(name: metric.name, kind: metric.kind)
                // One that says a metric twice is believed once.
                guard seen.insert([MetricLabel(name: place.name, value: place.kind.rawValue)] + metric.labels).inserted else { continue }
                metrics[place, default: []].append(metric)
                read += 1
            }
            let (count, overflows): (UInt64, Bool) = kept.dropped.addingReportingOverflow(UInt64(kept.metrics.count - read))
            dropped.append((vertical, overflows ? .max : count))
        }
        self.dropped = dropped
        families = Self.families(metrics)
    }

    /// Each with names that no other has: a gauge called `a_total` and a counter called `a` would be one in a text.
    private static func families(_ metrics: [Place: [ToldMetric]]) -> [Family] {
        var taken: Set<String> = []
        return metrics.sorted { $0.key < $1.key }.map { place, metrics in
            var name: String = place.name
            while !taken.isDisjoint(with: names(name, place.kind)) { name += "_\(place.kind.rawValue)" }
            taken.formUnion(names(name, place.kind))
            return Family(name: name, kind: place.kind, metrics: metrics)
        }
    }

    /// All that a family of a name may write, or a parser look for.
    private static func names(_ name: String, _ kind: ToldMetric.Kind) -> [String] {
        switch kind {
        case .gauge: [name]
        case .counter: [name] + ["_total", "_created"].map { name + $0 }
        case .histogram: [name] + ["_bucket", "_count", "_sum", "_created"].map { name + $0 }
        }
    }
}
