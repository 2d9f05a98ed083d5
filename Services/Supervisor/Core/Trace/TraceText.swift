public import ColonnadeContract
import ColonnadeSystemIO
import FoundationEssentials

/// A trace as lines: each call below the one that made it, with its times, and where it lies in the whole as a bar.
public struct TraceText {
    /// How a piece of a line looks.
    public enum Style: Sendable {
        case plain, dim, good, bad, lacking
    }

    /// A piece of a line; what others said has no character that a terminal obeys.
    public struct Piece: Equatable, Sendable {
        public let text: String
        public let style: Style

        public init(_ text: String, _ style: Style = .plain) {
            self.text = text
            self.style = style
        }
    }

    private struct Row {
        let label: String
        let outcome: String
        let caller: String
        let served: String
        /// Where the call lies in the whole, both from 0 to 1; nil where nothing is known of it.
        let range: (from: Double, to: Double)?
        let style: Style
        let missing: String?
        let inset: String
    }

    private static let timeWidth: Int = 7
    private static let gap: Int = 2
    private static let leastBar: Int = 12
    private static let mostBar: Int = 60
    private static let leastLabel: Int = 12

    private let tree: TraceTree
    private let contracts: [String: ContractDescriptor]
    private let width: Int?
    private var rows: [Row] = []

    /// - Parameters:
    ///   - contracts: of verticals by their name: their refusals are shown by name.
    ///   - width: the terminal's columns; nil where it is none, and no bars are drawn.
    public init(_ tree: TraceTree, contracts: [String: ContractDescriptor] = [:], width: Int?) {
        self.tree = tree
        self.contracts = contracts
        self.width = width
        for root: TraceTree.Call in tree.roots { add(root, first: "", rest: "") }
    }

    private mutating func add(_ call: TraceTree.Call, first: String, rest: String) {
        let end: CallEnding? = call.whole?.end
        let tries: String = call.served.count > 1 ? " (\(call.served.count) tries)" : ""
        rows.append(
            Row(
                label: first + Self.name(of: call) + tries,
                outcome: end.map { outcome(of: call, $0) } ?? "",
                caller: call.made.map { NumberText.time($0.duration) } ?? "-",
                served: call.served.last.map { NumberText.time($0.duration) } ?? "-", range: call.whole.flatMap(range),
                style: end.map { CallWords.isAnswered($0) ? .good : .bad } ?? .lacking, missing: call.missing, inset: rest))
        for (index, child): (Int, TraceTree.Call) in call.calls.enumerated() {
            let isLast: Bool = index == call.calls.count - 1
            add(child, first: rest + (isLast ? "└─ " : "├─ "), rest: rest + (isLast ? "   " : "│  "))
        }
    }

    private func outcome(of call: TraceTree.Call, _ end: CallEnding) -> String {
        if CallWords.isAnswered(end) { return "" }
        // Own work says that it failed, and not how.
        return call.isInner ? "failed" : CallWords.text(end, in: contracts[call.vertical])
    }

    /// `maps.searchPlaces`: the vertical's name, and the board's. `maps: index`, of its own work.
    static func name(of call: TraceTree.Call) -> String {
        guard call.whole != nil else { return call.board }
        guard !call.isInner else { return "\(call.vertical): \(call.board)" }
        return "\(call.vertical).\(call.board.drop { $0 != "." }.dropFirst())"
    }

    private func range(of span: TraceSpan) -> (from: Double, to: Double)? {
        let whole: Double = tree.stop.timeIntervalSince(tree.start)
        guard whole > 0 else { return (0, 1) }
        let from: Double = span.start.timeIntervalSince(tree.start) / whole
        return (min(max(from, 0), 1), min(max(span.stop.timeIntervalSince(tree.start) / whole, 0), 1))
    }

    // MARK: Lines

    public var lines: [[Piece]] {
        let outcomeWidth: Int = rows.map(\.outcome.count).max() ?? 0
        let (label, shown): (Int, Shown) = layout(outcomeWidth)
        var lines: [[Piece]] = [[Piece(fitted(head))], titles(label, outcomeWidth, shown)]
        for row: Row in rows {
            lines.append(line(row, label, outcomeWidth, shown))
            if let missing: String = row.missing { lines += wrapped("\(row.inset)! \(missing)", .lacking) }
        }
        for note: String in tree.notes { lines += wrapped("! \(note)", .lacking) }
        return lines
    }

    private var head: String {
        let verticals: Int = Set(verticals(tree.roots)).count
        let whole: Duration = .seconds(max(tree.stop.timeIntervalSince(tree.start), 0))
        return "trace \(tree.trace)  \(counted(tree.spanCount, "span")), \(counted(verticals, "vertical")), \(NumberText.time(whole)), "
            + tree.start.formatted(.iso8601)
    }

    private func verticals(_ calls: [TraceTree.Call]) -> [String] { calls.flatMap { [$0.vertical] + verticals($0.calls) } }

    private func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }

    /// What there is room for beside the names.
    private struct Shown {
        var outcome: Bool
        var served: Bool = true
        var caller: Bool = true
        var bar: Int = 0
    }

    private func layout(_ outcomeWidth: Int) -> (label: Int, Shown) {
        let longest: Int = rows.map(\.label.count).max() ?? 0
        var shown: Shown = Shown(outcome: outcomeWidth > 0)
        guard let width else { return (longest, shown) }
        func rest() -> Int {
            let outcome: Int = shown.outcome ? outcomeWidth + Self.gap : 0
            return width - outcome - (shown.served ? Self.timeWidth + Self.gap : 0) - (shown.caller ? Self.timeWidth + Self.gap : 0)
        }
        if rest() < min(longest, Self.leastLabel) { shown.served = false }
        if rest() < min(longest, Self.leastLabel) { shown.outcome = false }
        if rest() < min(longest, Self.leastLabel) { shown.caller = false }
        let label: Int = max(min(longest, rest()), 1)
        let bar: Int = rest() - label - Self.gap
        shown.bar = bar >= Self.leastBar ? min(bar, Self.mostBar) : 0
        return (label, shown)
    }

    private func titles(_ label: Int, _ outcomeWidth: Int, _ shown: Shown) -> [Piece] {
        var text: String = padded("CALL", label)
        if shown.caller { text += right("CALLER", Self.timeWidth) }
        if shown.served { text += right("SERVED", Self.timeWidth) }
        if shown.outcome { text += "  OUTCOME" }
        return [Piece(text, .dim)]
    }

    private func line(_ row: Row, _ label: Int, _ outcomeWidth: Int, _ shown: Shown) -> [Piece] {
        let isLast: Bool = shown.bar == 0
        var pieces: [Piece] = [Piece(padded(row.label, label), row.style == .good ? .plain : row.style)]
        var times: String = ""
        if shown.caller { times += right(row.caller, Self.timeWidth) }
        if shown.served { times += right(row.served, Self.timeWidth) }
        if !times.isEmpty { pieces.append(Piece(times)) }
        if shown.outcome {
            let text: String = isLast ? row.outcome : padded(row.outcome, outcomeWidth)
            if !text.isEmpty { pieces.append(Piece("  " + text, row.style)) }
        }
        if !isLast, let range = row.range { pieces.append(Piece("  " + bar(range, shown.bar), row.style)) }
        return pieces
    }

    /// Eighths of a column at its end; every call is seen.
    private func bar(_ range: (from: Double, to: Double), _ width: Int) -> String {
        let from: Int = min(Int(range.from * Double(width)), width - 1)
        let eighths: Int = max(Int(((range.to - Double(from) / Double(width)) * Double(width) * 8).rounded()), 1)
        let ends: [String] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let full: Int = min(eighths / 8, width - from)
        let end: String = full < width - from ? ends[eighths % 8] : ""
        return String(repeating: " ", count: from) + String(repeating: "█", count: full) + end
    }

    private func padded(_ text: String, _ width: Int) -> String {
        let cut: String = text.count > width ? text.prefix(max(width - 1, 0)) + "…" : text
        return cut + String(repeating: " ", count: max(width - cut.count, 0))
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: Self.gap + max(width - text.count, 0)) + text
    }

    private func fitted(_ text: String) -> String {
        guard let width, text.count > width else { return text }
        return text.prefix(max(width - 1, 0)) + "…"
    }

    /// A sentence, on as many lines as it takes.
    private func wrapped(_ text: String, _ style: Style) -> [[Piece]] {
        guard let width, text.count > width, width > 8 else { return [[Piece(text, style)]] }
        var lines: [[Piece]] = []
        var line: String = ""
        for word: Substring in text.split(separator: " ", omittingEmptySubsequences: false) {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append([Piece(line, style)])
                line = "  \(word)"
            } else {
                line += (line.isEmpty ? "" : " ") + word
            }
        }
        return lines + [[Piece(line, style)]]
    }
}
