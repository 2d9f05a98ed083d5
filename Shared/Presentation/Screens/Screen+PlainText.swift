public import ColonnadeSystemIO

extension Screen {
    /// The screen as lines of text: headings, lists, forms, with the ids that actions go by in brackets where a person can act. What
    /// `svc-supervisor open --print` writes, and what a test reads.
    public var plainText: String {
        (["# \(title.plainText)"] + elements.flatMap { $0.lines(level: 2) }).joined(separator: "\n") + "\n"
    }
}

extension ScreenElement {
    fileprivate func lines(level: Int) -> [String] {
        switch content {
        case .heading(let text, let level): [Self.heading(text, level)]
        case .text(let text): [text.plainText]
        case .notice(let text, let kind): ["(\(kind.word)) \(text.plainText)"]
        case .keyValues(let values): values.map { "\($0.key.plainText): \($0.value.plainText)" }
        case .list(let list): list.rows.map(\.line) + more(list.cursor)
        case .table(let table):
            [table.columns.map(\.plainText).joined(separator: " | ")]
                + table.rows.map { row in
                    row.cells.map(\.plainText).joined(separator: " | ") + (row.isChoosable ? " [\(row.id)]" : "")
                } + more(table.cursor)
        case .form(let form):
            form.fields.map(\.line) + (form.error.map { ["(failure) \($0.plainText)"] } ?? []) + ["<\(form.submit.plainText)> [\(id)]"]
        case .button(let button): ["<\(button.title.plainText)>\(button.isEnabled ? " [\(id)]" : "")"]
        case .link(let text, _): ["-> \(text.plainText) [\(id)]"]
        case .tabs(let tabs, let selected):
            tabs.flatMap { tab in
                ["\(Self.heading(tab.title, level))\(tab.id == selected ? "" : " [\(tab.id)]")"]
                    + tab.elements.flatMap { $0.lines(level: level + 1) }
            }
        case .section(let title, let elements): [Self.heading(title, level)] + elements.flatMap { $0.lines(level: level + 1) }
        case .progress(let text, let fraction): [text.plainText + (fraction.map { " (\(($0 * 100).rounded()) %)" } ?? " ...")]
        case .emptyState(let text, let detail): [text.plainText] + (detail.map { [$0.plainText] } ?? [])
        case .map(let map):
            ["\(name.plainText):"]
                + map.points.map { "- \($0.title.plainText)\($0.id == map.selected ? " (chosen)" : "") [\($0.id)]" }
        case .slots(let slots): ["\(name.plainText) (\(slots.timeZone)):"] + slots.days.map(\.line) + more(slots.later)
        case .image, .chart: ["(\(name.plainText))"]
        case .unknown: [(fallback ?? name).plainText]
        }
    }

    private static func heading(_ text: ScreenText, _ level: Int) -> String {
        "\(String(repeating: "#", count: max(2, min(level, 6)))) \(text.plainText)"
    }

    private func more(_ cursor: String?) -> [String] { cursor == nil ? [] : ["... [\(id)]"] }
}

extension ScreenNoticeKind {
    fileprivate var word: String {
        switch self {
        case .information, .unknown: "information"
        case .success: "success"
        case .warning: "warning"
        case .failure: "failure"
        }
    }
}

extension ScreenRow {
    fileprivate var line: String {
        let parts: [String] = [title.plainText, detail?.plainText, badge.map { "(\($0.plainText))" }].compactMap(\.self)
        return "- \(parts.joined(separator: ", "))\(isChoosable ? " [\(id)]" : "")"
    }
}

extension ScreenField {
    fileprivate var line: String {
        "\(label.plainText)\(isRequired ? "" : " (optional)"): \(input.value) [\(id)]\(error.map { " (failure: \($0.plainText))" } ?? "")"
    }
}

extension ScreenInput {
    fileprivate var value: String {
        switch self {
        case .text(let text, _), .multiline(let text): text
        case .number(let number, _, _, let unit): [number.map { "\($0)" }, unit].compactMap(\.self).joined(separator: " ")
        case .day(let day, _, _): day?.plainText ?? ""
        case .time(let time): time?.plainText ?? ""
        case .choice(let options, let selected, _):
            options.map { "\(selected.contains($0.id) ? "(x)" : "( )") \($0.title.plainText) [\($0.id)]" }.joined(separator: ", ")
        case .toggle(let isOn): isOn ? "(x)" : "( )"
        case .password: "****"
        case .file: "(file)"
        case .unknown: ""
        }
    }
}

extension ScreenSlotDay {
    fileprivate var line: String {
        "- \(day.plainText): \(slots.filter(\.isFree).map { "\($0.start.plainText) [\($0.id)]" }.joined(separator: ", "))"
    }
}
