/// The text of a Package.swift, and the line in it that makes a vertical.
struct ManifestText {
    private static let opening: String = "let verticals: [Vertical] = ["

    let text: String
    private var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    init(_ text: String) {
        self.text = text
    }

    /// Whether the package makes its verticals by lines already.
    private var hasVerticals: Bool { lines.contains { $0 == Self.opening } }

    /// The names of the verticals that have a line.
    var verticals: [String] { lines.compactMap { $0.firstMatch(of: /^    vertical\("(\w+)"/).map { String($0.1) } } }

    /// Whether anything but its own line speaks of a vertical's targets, or lets another vertical use it.
    func mentions(of name: VerticalName) -> [String] {
        let targets: [String] = ([""] + VerticalName.layers).map { "\"\(name.text)\($0)\"" } + ["\"svc-\(name.kebab)\""]
        return lines.filter { line in !Self.isLine(line, of: name) && targets.contains { line.contains($0) } }
            .map { $0.trimmingSpaces }
    }

    /// The text with one vertical more.
    func adding(_ name: VerticalName) throws(ScaffoldError) -> String {
        guard hasVerticals else { return text + (try VerticalsBlock(manifest: text).text(with: Self.line(name))) }
        var lines: [Substring] = lines
        guard let start: Int = lines.firstIndex(where: { $0 == Self.opening }),
            let end: Int = lines[start...].firstIndex(where: { $0 == "]" })
        else { throw ScaffoldError("the list after \"\(Self.opening)\" does not end with a line \"]\"", in: "Package.swift") }
        lines.insert(Self.line(name)[...], at: end)
        return lines.joined(separator: "\n")
    }

    /// The text with one vertical less. Where it was the last, what ``adding(_:)`` has written for the first goes too.
    func removing(_ name: VerticalName) throws(ScaffoldError) -> String {
        guard let index: Int = lines.firstIndex(where: { Self.isLine($0, of: name) }) else {
            throw ScaffoldError("there is no line 'vertical(\"\(name.text)\", …' in it", in: "Package.swift")
        }
        if let block: String = try? VerticalsBlock(manifest: text).text(with: lines[index]), text.hasSuffix(block) {
            return String(text.dropLast(block.count))
        }
        var lines: [Substring] = lines
        lines.remove(at: index)
        return lines.joined(separator: "\n")
    }

    private static func line(_ name: VerticalName) -> String {
        "    vertical(\"\(name.text)\", uses: [], data: [.grdb], tests: []),"
    }

    private static func isLine(_ line: Substring, of name: VerticalName) -> Bool { line.hasPrefix("    vertical(\"\(name.text)\",") }
}

extension Substring {
    var trimmingSpaces: String {
        let start: Index = firstIndex { $0 != " " } ?? endIndex
        return String(self[start...])
    }
}
