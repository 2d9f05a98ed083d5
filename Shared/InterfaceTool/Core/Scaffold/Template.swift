/// A file with places for names in it: `__Name__`, `__name__`, `__entrance__`, and for boards `__Board__` and `__board__`.
struct Template: Sendable {
    /// Relative to the package.
    let path: String
    let text: String

    init(_ path: String, _ text: String) {
        self.path = path
        self.text = text
    }

    /// The file for a vertical, and for one of its boards.
    func file(for vertical: VerticalName, board: BoardName? = nil) -> (path: String, text: String) {
        func filled(_ text: String) -> String {
            var text: String = text
            for (mark, value): (String, String) in [
                ("__Name__", vertical.text), ("__name__", vertical.kebab), ("__entrance__", vertical.entrance),
                ("__Board__", board?.type ?? ""), ("__board__", board?.text ?? ""),
            ] {
                text = text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: value)
            }
            return text
        }
        return (filled(path), Self.sortingImports(filled(text)))
    }

    /// The imports at the top in the order that swift-format wants: by module, and testable ones apart.
    private static func sortingImports(_ text: String) -> String {
        var lines: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false)
        let count: Int = lines.prefix { $0.hasPrefix("import ") || $0.hasPrefix("public import ") || $0.hasPrefix("@_exported ") }.count
        lines[..<count].sort { module($0) < module($1) }
        return lines.joined(separator: "\n") + "\n"
    }

    static func module(_ line: Substring) -> Substring { line.split(separator: " ").last ?? "" }
}
