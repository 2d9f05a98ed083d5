/// Text in lines.
enum TextLines {
    /// Breaks text between its words; one that is longer than `width` has a line of its own.
    static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word: Substring in text.split(whereSeparator: \.isWhitespace) {
            if let last: String = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// A text of paragraphs, each in one line: whoever prints it breaks it where the terminal ends. Lines that are indented, or begin a list,
    /// stay as they are.
    static func unwrapped(_ text: String) -> String {
        var lines: [String] = []
        var isOpen: Bool = false
        for line: Substring in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isText: Bool = line.first.map { !$0.isWhitespace && $0 != "-" } ?? false
            if isText, isOpen { lines[lines.count - 1] += " \(line)" } else { lines.append(String(line)) }
            isOpen = isText
        }
        return lines.joined(separator: "\n")
    }
}
