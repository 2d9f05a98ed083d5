/// The text of a launcher file, and a vertical's entry in it. What else stands there stays as it is, comments included.
struct LauncherText {
    private let lines: [Substring]
    /// The line `verticals:`.
    private let heading: Int
    /// Behind the last line of the list.
    private let end: Int

    /// - Throws: where there is no list of verticals in it.
    init(_ text: String, path: String) throws(ScaffoldError) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let heading: Int = lines.firstIndex(where: { $0.wholeMatch(of: /verticals:\s*(#.*)?/) != nil }) else {
            throw ScaffoldError("there is no line \"verticals:\" in it, with the list below", in: path)
        }
        self.heading = heading
        let next: Int = lines[(heading + 1)...].firstIndex { $0.first.map { $0 != " " && $0 != "#" } ?? false } ?? lines.count
        // Empty lines and comments at the margin belong to what follows.
        end = (lines[heading..<next].lastIndex { $0.hasPrefix(" ") } ?? heading) + 1
    }

    /// How far the entries of the list are from the margin.
    private var indentation: String {
        let entry: Substring? = lines[(heading + 1)..<end].first { !$0.trimmingSpaces.isEmpty && !$0.trimmingSpaces.hasPrefix("#") }
        return entry.map { String($0.prefix { $0 == " " }) } ?? "  "
    }

    private func line(of name: VerticalName) -> Int? {
        let start: String = "\(indentation)\(name.kebab):"
        return lines[(heading + 1)..<end].firstIndex { $0 == start || $0.hasPrefix(start + " ") }
    }

    func has(_ name: VerticalName) -> Bool { line(of: name) != nil }

    func adding(_ name: VerticalName) -> String {
        var lines: [Substring] = lines
        lines.insert(
            contentsOf: ["\(indentation)\(name.kebab):", "\(indentation)\(indentation)executable: svc-\(name.kebab)"], at: end)
        return lines.joined(separator: "\n")
    }

    func removing(_ name: VerticalName) -> String {
        guard let start: Int = line(of: name) else { return lines.joined(separator: "\n") }
        let deeper: String = indentation + " "
        let next: Int = lines[(start + 1)..<end].firstIndex { !$0.hasPrefix(deeper) } ?? end
        return (lines[..<start] + lines[next...]).joined(separator: "\n")
    }
}
