import ColonnadeContract
import Testing

@testable import ColonnadeTransport

@Suite("The ring of spans")
struct SpanRingTests {
    private static func span(_ number: Int, of trace: TraceID) -> CallSpan {
        CallSpan(
            context: TraceContext(trace: trace, span: UInt64(number), isSampled: true), parent: nil, side: .served, interface: "Echo",
            board: "echo", peer: nil, start: 0, nanoseconds: 0, end: .answered, inputBytes: 0, outputBytes: 0)
    }

    @Test("keeps the newest, in the order in which they ended, and counts the others", arguments: [1, 2, 7, 64])
    func newest(capacity: Int) throws {
        let trace: TraceID = try #require(TraceID("0af7651916cd43dd8448eb211c80319c"))
        for count: Int in [0, 1, capacity - 1, capacity, capacity + 1, 3 * capacity + 2] {
            var ring: SpanRing = SpanRing(capacity: capacity)
            for number: Int in 0..<count { ring.append(Self.span(number + 1, of: trace)) }
            let kept: [Int] = Array((1...max(count, 1)).prefix(count).suffix(capacity))
            #expect(ring.spans(of: nil).map { Int($0.context.span) } == kept)
            #expect(ring.overwritten == UInt64(max(count - capacity, 0)))
        }
    }

    @Test("gives the spans of one trace")
    func one() throws {
        let (first, second): (TraceID, TraceID) = (
            try #require(TraceID("0af7651916cd43dd8448eb211c80319c")), try #require(TraceID("1af7651916cd43dd8448eb211c80319c"))
        )
        var ring: SpanRing = SpanRing(capacity: 4)
        for number: Int in 1...6 { ring.append(Self.span(number, of: number.isMultiple(of: 2) ? first : second)) }
        #expect(ring.spans(of: first).map(\.context.span) == [4, 6])
        #expect(ring.spans(of: TraceContext.root(sampling: 1).trace).isEmpty)
    }
}
