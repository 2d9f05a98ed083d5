import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// A trace for people and for scripts.
enum TracePrinting {
    /// - Parameter isColoured: whether it goes to a terminal that shows colours.
    static func lines(
        _ tree: TraceTree, _ contracts: [String: ContractDescriptor], width: Int?, isColoured: Bool
    ) -> [String] {
        TraceText(tree, contracts: contracts, width: width).lines.map { pieces in
            pieces.map { isColoured ? coloured($0) : $0.text }.joined()
        }
    }

    static func coloured(_ piece: TraceText.Piece) -> String {
        switch piece.style {
        case .plain: piece.text
        case .dim: Terminal.coloured(piece.text, .dim)
        case .good: Terminal.coloured(piece.text, .green)
        case .bad: Terminal.coloured(piece.text, .red)
        case .lacking: Terminal.coloured(piece.text, .yellow)
        }
    }

    static func json(_ tree: TraceTree, _ contracts: [String: ContractDescriptor]) -> JSONValue {
        .object([
            "trace": .string(tree.trace.description), "start": time(tree.start),
            "durationSeconds": .number(max(tree.stop.timeIntervalSince(tree.start), 0)), "spans": .integer(Int64(tree.spanCount)),
            "calls": .array(tree.roots.map { json($0, contracts, tree.start) }), "notes": .array(tree.notes.map { .string($0) }),
        ])
    }

    private static func json(_ call: TraceTree.Call, _ contracts: [String: ContractDescriptor], _ start: Date) -> JSONValue {
        var members: [String: JSONValue] = [
            "vertical": .string(call.vertical), "board": .string(call.board), "isOwnWork": .bool(call.isInner),
            "consumer": call.consumer.map { .string($0) } ?? .null,
            "made": span(call.made, start), "served": .array(call.served.map { span($0, start) }),
            "missing": call.missing.map { .string($0) } ?? .null, "calls": .array(call.calls.map { json($0, contracts, start) }),
        ]
        if let end: CallEnding = call.whole?.end { members.merge(CallWords.json(end, in: contracts[call.vertical])) { $1 } }
        return .object(members)
    }

    private static func span(_ span: TraceSpan?, _ start: Date) -> JSONValue {
        guard let span else { return .null }
        return .object([
            "span": .string(span.span), "parent": span.parent.map { .string($0) } ?? .null,
            "startSeconds": .number(span.start.timeIntervalSince(start)), "durationSeconds": .number(span.duration / .seconds(1)),
            "inputBytes": .integer(Int64(span.inputBytes)), "outputBytes": .integer(Int64(span.outputBytes)),
        ])
    }

    private static func time(_ date: Date) -> JSONValue { .string(text(date)) }

    /// As RFC 3339, with milliseconds, in UTC.
    static func text(_ date: Date) -> String {
        // What a daemon says may be no time that a calendar has.
        let seconds: Double = min(max(date.timeIntervalSince1970, 0), 253_402_300_799)
        let milliseconds: Int = Int((seconds * 1_000).rounded(.down)) % 1_000
        let padded: String = String(repeating: "0", count: 3 - "\(milliseconds)".count) + "\(milliseconds)"
        return String(Date(timeIntervalSince1970: seconds.rounded(.down)).formatted(.iso8601).dropLast()) + ".\(padded)Z"
    }
}
