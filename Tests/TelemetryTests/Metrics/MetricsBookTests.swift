import Colonnade
import ColonnadeSystemIO
import CoreMetrics
import Logging
import Synchronization
import Testing

@testable import ColonnadeTelemetry

/// Keeps what was logged.
private struct KeptLog: LogHandler {
    final class Lines: Sendable {
        let lines: Mutex<[String]> = Mutex([])
    }

    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.lines.withLock { $0.append("\(event.message)") }
    }
}

@Suite("Metrics of a process's own code", .timeLimit(.minutes(1)))
struct MetricsBookTests {
    private static func book(_ limits: Limits = Limits(), _ lines: KeptLog.Lines = KeptLog.Lines()) -> MetricsBook {
        MetricsBook(limits: limits, log: Logger(label: "test") { _ in KeptLog(lines: lines) })
    }

    private static func values(_ book: MetricsBook) -> [String: MetricValue] {
        Dictionary(
            uniqueKeysWithValues: book.kept.metrics.map { record in
                (([record.name] + record.labels.map { "\($0.name)=\($0.value)" }).joined(separator: ","), record.value)
            })
    }

    private static func spread(_ book: MetricsBook, _ name: String) throws -> MetricSpreadRecord {
        guard case .spread(let spread)? = values(book)[name] else { throw Fault(.internal, "no spread \(name)", outcome: .done) }
        return spread
    }

    @Test("each kind keeps what it is told, whoever makes it, in one place for one name and its labels")
    func kinds() throws {
        let book: MetricsBook = Self.book()
        Counter(label: "jobs.done", dimensions: [("b", "2"), ("a", "1")], factory: book).increment(by: 2)
        Counter(label: "jobs_done", dimensions: [("a", "1"), ("b", "2")], factory: book).increment(by: 3)
        Counter(label: "jobs.done", dimensions: [("a", "2")], factory: book).increment()
        let whole: Counter = Counter(label: "reset", factory: book)
        whole.increment(by: -5)
        whole.increment(by: 7)
        whole.reset()
        whole.increment()
        let parts: FloatingPointCounter = FloatingPointCounter(label: "parts", factory: book)
        for amount: Double in [0.25, 0.5, -1, .nan, .infinity] { parts.increment(by: amount) }
        Meter(label: "meter", factory: book).set(3)
        Meter(label: "meter", factory: book).decrement(by: 1.5)
        Gauge(label: "gauge", factory: book).record(-4)
        #expect(
            Self.values(book) == [
                "jobs_done,a=1,b=2": .count(5), "jobs_done,a=2": .count(1), "reset": .count(1), "parts": .count(0.75),
                "meter": .level(1.5), "gauge": .level(-4),
            ])
    }

    @Test("a recorder's buckets hold their ends, as OpenMetrics has it, and the sum is exact")
    func recorder() throws {
        let book: MetricsBook = Self.book()
        let recorder: Recorder = Recorder(label: "sizes", factory: book)
        for value: Double in [0, 0.5, 1, 1.001, 2, 8, 9, 100, -1, .nan, .infinity] { recorder.record(value) }
        recorder.record(Int64.max)
        let spread: MetricSpreadRecord = try Self.spread(book, "sizes")
        #expect(!spread.isDuration && spread.sum == 121.501 + Double(Int64.max))
        #expect(spread.buckets.map(\.most) == [1, 2, 8, 9, 104, nil])
        #expect(spread.buckets.map(\.count) == [3, 2, 1, 1, 1, 1])
    }

    @Test("whatever is recorded lies within its bucket, which is at most an eighth or 1 wide", arguments: 1...20)
    func buckets(seed: UInt64) throws {
        var chance: SeededGenerator = SeededGenerator(seed: seed)
        let value: Double = Double.random(in: 0..<1, using: &chance) * Double(UInt64(1) << UInt64.random(in: 0...28, using: &chance))
        for value: Double in [value, value.rounded()] {
            let book: MetricsBook = Self.book()
            Recorder(label: "r", factory: book).record(value)
            let most: Double = try #require(try Self.spread(book, "r").buckets.first?.most)
            #expect(value <= most && most - value <= max(1, value / 8) + 1 / 128, "\(value) in \(most)")
        }
    }

    @Test("a timer's buckets are nanoseconds")
    func timer() throws {
        let book: MetricsBook = Self.book()
        let timer: Timer = Timer(label: "took", factory: book)
        timer.recordNanoseconds(1_024)
        timer.recordMilliseconds(2)
        timer.recordNanoseconds(-1)
        let spread: MetricSpreadRecord = try Self.spread(book, "took")
        #expect(spread.isDuration && spread.sum == 2_001_024 && spread.buckets.map(\.count) == [1, 1])
        #expect(spread.buckets.first?.most == 1_024)
    }

    @Test("more than may be are dropped and counted, with one line; what is destroyed by all who made it makes room")
    func limits() {
        var limits: Limits = Limits()
        limits.metricsOfProcess = 2
        let lines: KeptLog.Lines = KeptLog.Lines()
        let book: MetricsBook = Self.book(limits, lines)
        let (first, again): (Counter, Counter) = (Counter(label: "a", factory: book), Counter(label: "a", factory: book))
        Timer(label: "b", factory: book).recordNanoseconds(1)
        for number: Int in 0..<100 { Counter(label: "c", dimensions: [("id", "\(number)")], factory: book).increment() }
        again.increment()
        #expect(book.kept.metrics.map(\.name) == ["a", "b"] && book.kept.dropped == 100)
        #expect(lines.lines.withLock { $0.count } == 1)
        first.destroy()
        #expect(book.kept.metrics.count == 2, "another still has it")
        again.destroy()
        Counter(label: "c", factory: book).increment()
        #expect(book.kept.metrics.map(\.name) == ["b", "c"] && book.kept.dropped == 100)
    }

    @Test("names and labels become what OpenMetrics takes, and are cut")
    func names() throws {
        var limits: Limits = Limits()
        (limits.bytesOfMetricName, limits.labelsOfMetric, limits.bytesOfLabel) = (5, 2, 3)
        let book: MetricsBook = Self.book(limits)
        let labels: [(String, String)] = [("é.\n", "aé\""), ("é.\n", "later"), ("c", "left away")]
        for name: String in ["", "1st", "a-b.c/d", "é\"{}"] { Counter(label: name, dimensions: labels, factory: book).increment() }
        #expect(book.kept.metrics.map(\.name) == ["_", "_1st", "____", "a_b_c"])
        for record: MetricRecord in book.kept.metrics { #expect(record.labels == [MetricLabel(name: "___", value: "aé")]) }
    }

    @Test("any number of threads count at once, and nothing is lost")
    func threads() async {
        let book: MetricsBook = Self.book()
        await withTaskGroup(of: Void.self) { group in
            for task: Int in 0..<8 {
                group.addTask {
                    for number: Int in 0..<1_000 {
                        Counter(label: "all", factory: book).increment()
                        Recorder(label: "values", dimensions: [("task", "\(task % 2)")], factory: book).record(number)
                        let own: Counter = Counter(label: "own", dimensions: [("task", "\(task)")], factory: book)
                        own.increment()
                        own.destroy()
                        _ = book.kept
                    }
                }
            }
        }
        let values: [String: MetricValue] = Self.values(book)
        #expect(values.count == 3 && values["all"] == .count(8_000))
        for task: Int in 0...1 {
            guard case .spread(let spread)? = values["values,task=\(task)"] else {
                Issue.record("no values of \(task)")
                continue
            }
            #expect(spread.sum == 4 * 499_500 && spread.buckets.reduce(0) { $0 + $1.count } == 4_000)
        }
    }
}
