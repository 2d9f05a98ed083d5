import ColonnadeContract

/// Writes a contract as a page for people.
struct MarkdownPage {
    private let contract: ContractDescriptor
    /// The link to each heading, as GitHub and GitLab make it: boards first, then types.
    private let boardAnchors: [String: String]
    private let typeAnchors: [String: String]
    private var lines: [String] = []

    /// - Throws: where the contract names a type that it does not have, as the other forms do.
    static func text(_ contract: ContractDescriptor) throws(ExportError) -> String {
        _ = try ProtoBuilder.file(contract)
        var page: MarkdownPage = MarkdownPage(contract)
        page.write()
        return page.lines.joined(separator: "\n") + "\n"
    }

    private init(_ contract: ContractDescriptor) {
        self.contract = contract
        var taken: [String: Int] = [contract.name.lowercased(): 1, "boards": 1, "types": 1]
        boardAnchors = Self.anchors(contract.boards.sorted { $0.number < $1.number }.map(\.name), taken: &taken)
        typeAnchors = Self.anchors(contract.types.map(\.name).sorted(), taken: &taken)
    }

    private mutating func write() {
        lines += [
            "# \(contract.name)", "", "Written by `svc-interface export --markdown`: do not edit. Fingerprint `\(contract.fingerprint)`.",
        ]
        if let refusal: String = contract.refusal { lines += ["", "Boards refuse with \(link(refusal))."] }
        if !contract.boards.isEmpty { writeBoards(contract.boards.sorted { $0.number < $1.number }) }
        let types: [TypeDescriptor] = contract.types.sorted { $0.name < $1.name }
        if !types.isEmpty { lines += ["", "## Types"] }
        for type: TypeDescriptor in types { write(type) }
    }

    // MARK: Boards

    private mutating func writeBoards(_ boards: [BoardDescriptor]) {
        lines += ["", "## Boards", "", "| number | board | what it does |", "|---|---|---|"]
        for board: BoardDescriptor in boards {
            lines.append("| \(contract.wireNumber(of: board)) | [\(board.name)](#\(boardAnchors[board.name] ?? "")) | \(summary(board)) |")
        }
        for board: BoardDescriptor in boards { write(board) }
    }

    private mutating func write(_ board: BoardDescriptor) {
        lines += ["", "### \(board.name)"]
        if !board.documentation.isEmpty { lines += ["", board.documentation] }
        lines += ["", "- Input: \(link(board.input))" + (board.idempotent ? "; may be sent twice with the effect of once" : "")]
        lines.append(board.many ? "- Outputs, any number: \(link(board.output))" : "- Output, exactly one: \(link(board.output))")
        if let command: String = board.command { lines.append("- Commands, while it runs: \(link(command))") }
    }

    // MARK: Types

    private mutating func write(_ type: TypeDescriptor) {
        lines += ["", "### \(type.name)"]
        if !type.documentation.isEmpty { lines += ["", type.documentation] }
        if let cases: [CaseDescriptor] = type.cases {
            lines += ["", type.open ? "One of these; others may come from a newer provider." : "One of these."]
            writeTable(
                "case",
                cases.sorted { $0.number < $1.number }.map { item in
                    (
                        item.number, item.name, item.values.sorted { $0.number < $1.number }.map(value).joined(separator: ", "),
                        item.documentation
                    )
                })
        } else {
            writeTable("field", type.fields.sorted { $0.number < $1.number }.map { ($0.number, $0.name, link($0.type), $0.documentation) })
        }
        if !type.reserved.isEmpty {
            lines += ["", "Never used again: \(type.reserved.sorted().map { "\($0)" }.joined(separator: ", "))."]
        }
    }

    private mutating func writeTable(_ what: String, _ rows: [(number: UInt32, name: String, type: String, text: String)]) {
        if rows.isEmpty {
            lines += ["", "It has no \(what)s."]
            return
        }
        lines += ["", "| number | \(what) | \(what == "case" ? "values" : "type") | |", "|---|---|---|---|"]
        for row: (number: UInt32, name: String, type: String, text: String) in rows {
            lines.append("| \(row.number) | `\(row.name)` | \(row.type) | \(cell(row.text)) |")
        }
    }

    private func value(_ field: FieldDescriptor) -> String {
        field.name.hasPrefix("_") ? link(field.type) : "\(field.name): \(link(field.type))"
    }

    /// A type as in Swift, with a link where the page has it.
    private func link(_ type: String) -> String {
        let name: String = type.filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        return typeAnchors[name].map { "[`\(type)`](#\($0))" } ?? "`\(type)`"
    }

    /// A heading that was there before gets a number.
    private static func anchors(_ headings: [String], taken: inout [String: Int]) -> [String: String] {
        var anchors: [String: String] = [:]
        for heading: String in headings {
            let anchor: String = heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            let count: Int = taken[anchor, default: 0]
            taken[anchor] = count + 1
            anchors[heading] = count == 0 ? anchor : "\(anchor)-\(count)"
        }
        return anchors
    }

    /// The first sentence.
    private func summary(_ board: BoardDescriptor) -> String {
        let text: String = cell(board.documentation)
        return text.firstRange(of: ". ").map { text[..<$0.lowerBound] + "." } ?? text
    }

    private func cell(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ").replacing("|", with: "\\|")
    }
}
