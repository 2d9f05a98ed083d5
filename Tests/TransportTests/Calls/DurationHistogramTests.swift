import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeWire
import EchoIO
import Testing

@testable import ColonnadeTransport

@Suite("Durations and rates of calls", .timeLimit(.minutes(1)))
struct DurationHistogramTests {
    @Test("a bucket holds what is shorter than its end and, above 1 µs, at most an eighth shorter")
    func buckets() throws {
        var before: UInt64 = 0
        for bucket: Int in 0..<DurationHistogram.buckets - 1 {
            let end: UInt64 = try #require(DurationHistogram.end(of: bucket))
            #expect(DurationHistogram.bucket(of: before) == bucket && DurationHistogram.bucket(of: end - 1) == bucket)
            #expect(end - before <= max(128, before / 8), "bucket \(bucket) is too wide")
            before = end
        }
        #expect(before == 1 << 36)
        for long: UInt64 in [before, before + 1, .max] { #expect(DurationHistogram.bucket(of: long) == DurationHistogram.buckets - 1) }
        #expect(DurationHistogram.end(of: DurationHistogram.buckets - 1) == nil)
    }

    @Test("the ends of buckets include every power of two, where metrics are cut")
    func powers() {
        let ends: Set<UInt64> = Set((0..<DurationHistogram.buckets).compactMap { DurationHistogram.end(of: $0) })
        for power: Int in 10...36 { #expect(ends.contains(1 << power)) }
    }

    @Test("nothing is recorded before it is opened")
    func closed() {
        var histogram: DurationHistogram = DurationHistogram()
        #expect(!histogram.record(5) && histogram.filled.isEmpty)
        histogram.open()
        #expect(histogram.record(5) && histogram.record(100) && histogram.record(.max))
        #expect(histogram.filled.map(\.count) == [2, 1] && histogram.filled.map(\.below) == [128, nil])
    }

    @Test("a rate is that of the last four seconds")
    func rates() {
        let period: UInt64 = 1 << 32
        let second: Double = 1_000_000_000
        var rate: CallRate = CallRate()
        for call: UInt64 in 0..<1000 { rate.count(at: 7 * period + call) }
        let whole: Double = 1000 / (Double(period) / second)
        #expect(rate.perSecond(at: 7 * period + 1000) == whole)
        #expect(rate.perSecond(at: 8 * period) == whole)
        #expect(rate.perSecond(at: 8 * period + period / 2) == whole / 2)
        #expect(rate.perSecond(at: 9 * period) == 0)
        rate.count(at: 8 * period)
        #expect(rate.perSecond(at: 8 * period) == whole + 1 / (Double(period) / second))
        rate.count(at: 20 * period)
        #expect(rate.perSecond(at: 20 * period) == 1 / (Double(period) / second), "what lies long back is forgotten")
    }

    @Test("each edge has its own counts, and no more histograms than the limit", arguments: [2, 1])
    func edges(limit: Int) async throws {
        let rig: Rig = Rig(.memory)
        var limits: Limits = .patient
        limits.histogramsOfServer = limit
        let server: Server = Server(
            configuration: ServerConfiguration(provider: "echo", dispatchers: [EchoDispatcher(ScriptedEcho())], limits: limits),
            loop: rig.providerLoop)
        for consumer: String in ["first", "second"] {
            let endpoint: MemoryEndpoint = MemoryEndpoint(course: { _ in (MemoryPlan(), MemoryPlan()) })
            server.serve(acceptor: endpoint.listen(on: rig.providerLoop), consumer: consumer)
            let connector: Connector = Connector(
                consumer: consumer, provider: "echo", contract: EchoContract.descriptor, dialer: endpoint, loop: rig.consumerLoop,
                instance: "test")
            let client: EchoClient = EchoClient(connector)
            for _: Int in 0..<(consumer == "first" ? 1 : 3) { _ = try await client.echo(EchoPayload(bytes: [1])) }
            connector.close()
        }
        let statistics: ServerStatistics = await server.statistics
        #expect(statistics.edges.map(\.consumer) == ["first", "second"])
        #expect(statistics.edges.map { $0.boards.reduce(0) { $0 + $1.calls } } == [1, 3])
        #expect(statistics.boards.first { $0.board == "echo" }?.calls == 4)
        let recorded: [UInt64] = statistics.edges.map { edge in
            edge.boards.flatMap { $0.durations.filled }.reduce(0) { $0 + $1.count }
        }
        #expect(recorded == (limit == 2 ? [1, 3] : [1, 0]))
        server.close()
        rig.shutdown()
    }
}
