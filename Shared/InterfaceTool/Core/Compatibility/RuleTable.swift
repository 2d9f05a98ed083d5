import ColonnadeContract

/// The rules of compatibility as a table: what `svc-interface rules` prints.
public enum RuleTable {
    /// One rule.
    public struct Line: Hashable, Sendable, Encodable {
        public let id: String
        /// Who can not talk any more.
        public let breaks: String
        /// `breaking`, `provider first` or `additive`.
        public let verdict: String
        /// What changed, and what comes of it.
        public let sentence: String
        /// What to do instead; empty where nothing needs to be done.
        public let advice: String
    }

    /// All rules, in the order in which they are to be read.
    public static let lines: [Line] = CompatibilityRule.allCases.map { rule in
        Line(
            id: rule.rawValue, breaks: rule.breaks.rawValue, verdict: rule.verdict.rawValue, sentence: rule.sentence, advice: rule.advice)
    }

    /// The table for a terminal, with its headings.
    public static var text: String {
        let rows: [[String]] =
            [["rule", "who breaks", "verdict", "what changed"]] + lines.map { [$0.id, $0.breaks, $0.verdict, $0.sentence] }
        let widths: [Int] = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) + "  " }.joined() + row[3]
        }.joined(separator: "\n")
    }
}
