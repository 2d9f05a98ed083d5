import ColonnadeContract
import ColonnadeSystemIO
import Testing

@testable import SupervisorCore

@Suite("Metrics that daemons tell")
struct ToldMetricsTests {
    private static func told(_ records: [MetricRecord], dropped: UInt64 = 0) -> ToldMetrics {
        ToldMetrics([("maps", KeptMetrics(metrics: records, dropped: dropped))])
    }

    private static func record(_ name: String, _ value: MetricValue = .level(1), _ labels: (String, String)...) -> MetricRecord {
        MetricRecord(name: name, labels: labels.map { MetricLabel(name: $0.0, value: $0.1) }, value: value)
    }

    private static func spread(_ buckets: [(Double?, UInt64)], sum: Double = 1, isDuration: Bool = false) -> MetricValue {
        .spread(MetricSpreadRecord(isDuration: isDuration, sum: sum, buckets: buckets.map { MetricBucket(most: $0.0, count: $0.1) }))
    }

    @Test("a name says its unit, never twice, and leaves the platform's own alone")
    func names() {
        let told: ToldMetrics = Self.told([
            Self.record("jobs", .count(1)), Self.record("hits_total", .count(1)), Self.record("_total", .count(1)),
            Self.record("wait", Self.spread([], isDuration: true)), Self.record("load_seconds", Self.spread([], isDuration: true)),
            Self.record("colonnade_calls", .count(1)),
        ])
        #expect(
            told.families.map(\.name) == ["_total", "hits", "jobs", "load_seconds", "own_colonnade_calls", "wait_seconds"])
        #expect(told.dropped.map(\.count) == [0])
    }

    @Test("families whose samples would have the same names are told apart")
    func clashes() {
        let told: ToldMetrics = Self.told([
            Self.record("a", .count(1)), Self.record("a"), Self.record("a", Self.spread([(1, 1)])), Self.record("a_total"),
            Self.record("a_counter"), Self.record("a_sum"),
        ])
        var names: Set<String> = []
        for family: ToldMetrics.Family in told.families {
            let all: [String] =
                switch family.kind {
                case .counter: [family.name, family.name + "_total"]
                case .gauge: [family.name]
                case .histogram: [family.name] + ["_bucket", "_count", "_sum"].map { family.name + $0 }
                }
            for name: String in all { #expect(names.insert(name).inserted, "\(name) twice") }
        }
        #expect(told.families.count == 6)
    }

    @Test("the vertical's name is a label that nobody else can set, and no sample comes twice")
    func labels() throws {
        let told: ToldMetrics = Self.told([
            Self.record("a", .level(1), ("vertical", "octopus"), ("le", "1"), ("b", "\u{1B}[2Jö\u{202E}")), Self.record("a", .level(2)),
            Self.record("a", .level(3)), Self.record("a", .level(4), ("vertical", "x"), ("own_vertical", "y")),
        ])
        let family: ToldMetrics.Family = try #require(told.families.first)
        #expect(told.families.count == 1 && family.metrics.count == 2)
        #expect(
            family.metrics[0].labels.map { "\($0.name)=\($0.value)" } == [
                "vertical=maps", "b=\\u{1b}[2Jö\\u{202e}", "own_le=1", "own_vertical=octopus",
            ])
        #expect(family.metrics[1].labels.count == 1 && family.metrics[1].value == .level(2))
        #expect(told.dropped.map(\.count) == [2])
    }

    @Test("what cannot be written is left away and counted")
    func hostile() {
        let long: String = String(repeating: "a", count: 100_000)
        let hostile: [MetricRecord] = [
            Self.record(""), Self.record("1a"), Self.record("a b"), Self.record("a\n# EOF"), Self.record("ä"), Self.record(long),
            Self.record("a", .level(1), ("", "")), Self.record("a", .level(1), ("__name__", "b")), Self.record("a", .level(1), ("x\"", "")),
            Self.record("a", .count(-1)), Self.record("a", .count(.nan)), Self.record("a", .count(.infinity)),
            Self.record("a", Self.spread([(2, 1), (1, 1)])), Self.record("a", Self.spread([(nil, 1), (nil, 1)])),
            Self.record("a", Self.spread([(1, .max), (2, 1)])), Self.record("a", Self.spread([(.nan, 1)])),
            Self.record("a", Self.spread([(1, 1)], sum: .nan)), Self.record("a", Self.spread([(1, 1)], sum: -1)),
            MetricRecord(name: "a", labels: (0..<100).map { MetricLabel(name: "l\($0)", value: "") }, value: .level(1)),
        ]
        let told: ToldMetrics = Self.told(hostile, dropped: .max)
        #expect(told.families.isEmpty && told.dropped.map(\.count) == [.max])
        #expect(Self.told(hostile).dropped.map(\.count) == [UInt64(hostile.count)])
        #expect(Self.told([Self.record("a", .level(1), ("b", long))]).families.first?.metrics.first?.labels.last?.value.count == 256)
        let many: ToldMetrics = Self.told((0..<10_000).map { Self.record("a\($0)") })
        #expect(many.families.count == ToldMetrics.mostMetrics && many.dropped.map(\.count) == [10_000 - 4096])
        #expect(ToldMetrics([("maps", KeptMetrics(metrics: [], dropped: 0))]).dropped.isEmpty, "who keeps none is not named")
    }
}
