public import ColonnadeContract
import ColonnadeSystemIO
public import FoundationEssentials

/// The calls of one trace, each below the one that it was made from, with what is missing.
public struct TraceTree: Sendable {
    /// One call: both sides of it, as far as spans are kept. Or a piece of a vertical's own work.
    public struct Call: Sendable {
        /// Who was called, and by whom; nil where anybody may connect.
        public let vertical: String
        public let consumer: String?
        public let board: String
        /// The consumer's side: with the way there and back, and with all tries.
        public let made: TraceSpan?
        /// The provider's side, one for each try; of own work, that.
        public let served: [TraceSpan]
        /// Why a side is missing; nil where both are there, or none is expected.
        public internal(set) var missing: String?
        public internal(set) var calls: [Call] = []

        /// What the consumer saw; what the provider did where that is not known.
        public var whole: TraceSpan? { made ?? served.last }

        /// Whether it is a piece of the vertical's own work, and no call.
        public var isInner: Bool { served.last?.isInner ?? false }
    }

    public let trace: TraceID
    /// When the first call began, and the last one ended.
    public let start: Date
    public let stop: Date
    public let spanCount: Int
    /// Calls and work that were made from no other, or from one that is not known, by their start.
    public internal(set) var roots: [Call] = []
    /// What is missing beside it: a sentence each.
    public internal(set) var notes: [String] = []

    /// The tree of a trace.
    /// - Returns: nil where nobody has a span of it.
    public init?(of trace: TraceID, in sources: [TraceSource]) {
        var seen: Set<String> = []
        // One that says a span's id twice, or another's, is not believed a second time.
        let spans: [TraceSpan] = sources.flatMap { $0.spans ?? [] }.filter { $0.trace == trace && seen.insert($0.span).inserted }
        guard let start: Date = spans.map(\.start).min(), let stop: Date = spans.map(\.stop).max() else { return nil }
        self.trace = trace
        self.start = start
        self.stop = stop
        spanCount = spans.count
        var builder: TraceTreeBuilder = TraceTreeBuilder(spans, sources)
        roots = builder.roots()
        notes = Self.notes(sources)
    }

    /// Whether nothing is missing of it.
    public var isWhole: Bool {
        func isWhole(_ call: Call) -> Bool { call.missing == nil && call.calls.allSatisfy(isWhole) }
        return roots.allSatisfy(isWhole) && notes.isEmpty
    }

    /// The trace whose first span began last.
    /// - Parameter board: `Maps.searchPlaces`, `maps.searchPlaces`, `searchPlaces` or `maps`: only traces in which it was called; nil for all.
    public static func newest(calling board: String?, in sources: [TraceSource]) -> TraceID? {
        let spans: [TraceSpan] = sources.flatMap { $0.spans ?? [] }
        let wanted: Set<TraceID>? = board.map { board in Set(spans.filter { names($0, board) }.map(\.trace)) }
        var starts: [TraceID: Date] = [:]
        for span: TraceSpan in spans where wanted?.contains(span.trace) ?? true {
            starts[span.trace] = min(starts[span.trace] ?? span.start, span.start)
        }
        return starts.max { ($0.value, $0.key.description) < ($1.value, $1.key.description) }?.key
    }

    private static func names(_ span: TraceSpan, _ board: String) -> Bool {
        guard span.isServed else { return false }
        let name: Substring = span.board.drop { $0 != "." }.dropFirst()
        let verticals: [String] = [span.vertical, InstanceName.vertical(of: span.vertical)]
        return board == span.board || board == name || verticals.contains { board == $0 || board == "\($0).\(name)" }
    }

    private static func notes(_ sources: [TraceSource]) -> [String] {
        let silent: [String] = sources.filter { $0.spans == nil }.map(\.vertical)
        let unread: [String] = sources.filter { $0.unread > 0 }.map { source in
            "\(source.vertical) told \(source.unread) span\(source.unread == 1 ? "" : "s") that cannot be read, or too many"
        }
        let whose: String = silent.count == 1 ? "its" : "their"
        return (silent.isEmpty ? [] : ["nobody answered for \(silent.joined(separator: ", ")): \(whose) spans are not here"]) + unread
    }
}
