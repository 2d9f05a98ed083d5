import ColonnadeContract
import ColonnadeSystemIO
import FoundationEssentials

/// Joins the spans of one trace. Parents may be missing, and what a daemon says may lead in circles: each span is used once.
struct TraceTreeBuilder {
    /// Deeper calls are not shown below each other: a suite's chains have a handful.
    private static let deepest: Int = 64
    /// The consumers whose spans nobody keeps.
    private static let outside: Set<String> = ["operator"]

    private let spans: [TraceSpan]
    private let sources: [String: TraceSource]
    /// By the span that they were made from.
    private let children: [String: [TraceSpan]]
    private let known: Set<String>
    private var used: Set<String> = []

    init(_ spans: [TraceSpan], _ sources: [TraceSource]) {
        self.spans = spans.sorted { ($0.start, $0.span) < ($1.start, $1.span) }
        self.sources = Dictionary(sources.map { ($0.vertical, $0) }) { first, _ in first }
        children = Dictionary(grouping: self.spans.filter { $0.parent != nil }) { $0.parent ?? "" }
        known = Set(spans.map(\.span))
    }

    mutating func roots() -> [TraceTree.Call] {
        var roots: [TraceTree.Call] = []
        for span: TraceSpan in spans where !used.contains(span.span) {
            guard let parent: String = span.parent else {
                roots.append(call(span, depth: 0))
                continue
            }
            if !known.contains(parent) { roots += orphans(of: parent) }
        }
        // What is left leads in a circle, or lies too deep.
        for span: TraceSpan in spans where !used.contains(span.span) {
            var root: TraceTree.Call = call(span, depth: 0)
            root.missing = "it lies below more than \(Self.deepest) calls, or its spans lead in a circle"
            roots.append(root)
        }
        return roots.sorted { ($0.whole?.start ?? .distantPast) < ($1.whole?.start ?? .distantPast) }
    }

    /// The calls whose common parent nobody has.
    private mutating func orphans(of parent: String) -> [TraceTree.Call] {
        let orphans: [TraceSpan] = children[parent, default: []].filter { !used.contains($0.span) }
        // Calls that were made from one span, and work in it, have one call above them, which is told by name only.
        let made: [TraceSpan] = orphans.filter { !$0.isServed }
        var roots: [TraceTree.Call] = orphans.filter(\.isServed).map { span in
            var root: TraceTree.Call = call(span, depth: 0)
            if let peer: String = span.peer, !Self.outside.contains(peer) {
                root.missing = "the span of \(peer), which called, is missing: " + reason(peer, from: span.start)
            }
            return root
        }
        guard let first: TraceSpan = made.first else { return roots }
        let vertical: String = first.vertical
        // Whoever called from outside may be part of a trace that others have begun.
        if Self.outside.contains(vertical) { return roots + made.map { call($0, depth: 0) } }
        var above: TraceTree.Call = TraceTree.Call(
            vertical: vertical, consumer: nil, board: "(a call of \(vertical))", made: nil, served: [])
        let did: String = made.allSatisfy(\.isInner) ? "did this" : "made these calls"
        above.missing = "the span of \(vertical), which \(did), is missing: " + reason(vertical, from: first.start, mayRun: true)
        above.calls = made.compactMap { used.contains($0.span) ? nil : call($0, depth: 1) }
        roots.append(above)
        return roots
    }

    private mutating func call(_ span: TraceSpan, depth: Int) -> TraceTree.Call {
        used.insert(span.span)
        guard span.isServed || span.isInner else { return call(made: span, depth: depth) }
        var call: TraceTree.Call = TraceTree.Call(
            vertical: span.vertical, consumer: span.peer, board: span.board, made: nil, served: [span])
        call.calls = calls(from: span, depth)
        return call
    }

    private mutating func call(made span: TraceSpan, depth: Int) -> TraceTree.Call {
        let served: [TraceSpan] = children[span.span, default: []].filter { $0.isServed && !used.contains($0.span) }
        used.formUnion(served.map(\.span))
        let vertical: String = served.first?.vertical ?? span.peer ?? "?"
        var call: TraceTree.Call = TraceTree.Call(
            vertical: vertical, consumer: span.vertical, board: span.board, made: span, served: served)
        if served.isEmpty, wasDispatched(span) {
            call.missing = "the span of \(vertical), which was called, is missing: " + reason(vertical, from: span.start, mayRun: true)
        }
        for served: TraceSpan in served { call.calls += calls(from: served, depth) }
        return call
    }

    private mutating func calls(from span: TraceSpan, _ depth: Int) -> [TraceTree.Call] {
        guard depth < Self.deepest else { return [] }
        var calls: [TraceTree.Call] = []
        for child: TraceSpan in children[span.span, default: []] where !used.contains(child.span) {
            calls.append(call(child, depth: depth + 1))
        }
        return calls
    }

    /// Whether a provider has anything to tell of a call.
    private func wasDispatched(_ span: TraceSpan) -> Bool {
        if case .failed(_, let outcome) = span.end { outcome != Int(DeliveryOutcome.notDispatched.rawValue) } else { true }
    }

    /// Why a vertical has no span of a call that began then.
    /// - Parameter mayRun: whether the call may go on.
    private func reason(_ vertical: String, from start: Date, mayRun: Bool = false) -> String {
        // A vertical may have several processes, each with spans of its own.
        let sources: [TraceSource] = sources.values.filter { $0.vertical == vertical || InstanceName.vertical(of: $0.vertical) == vertical }
        guard !sources.isEmpty else { return "no vertical of the suite has this name" }
        if let silent: TraceSource = sources.first(where: { $0.spans == nil }) {
            return silent.since == nil ? "it does not run now" : "it does not answer"
        }
        if sources.contains(where: { $0.since.map { $0 > start } ?? false }) {
            return "its process ended, and spans end with their process"
        }
        if sources.contains(where: { $0.overwritten > 0 }) { return "newer spans took its place" }
        return mayRun ? "its handler has not ended" : "it keeps none of this call"
    }
}
