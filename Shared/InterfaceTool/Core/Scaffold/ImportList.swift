/// The imports of a file, in the order of their modules.
enum ImportList {
    /// The text with one import more, among those that begin as it does.
    static func adding(_ line: String, to text: String) -> String {
        let keyword: Substring = line.prefix { $0 != " " }
        var lines: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false)
        let place: Int =
            lines.firstIndex { $0.hasPrefix(keyword) && Template.module($0) > Template.module(line[...]) }
            ?? (lines.lastIndex { $0.hasPrefix(keyword) }.map { $0 + 1 } ?? lines.count - 1)
        lines.insert(line[...], at: place)
        return lines.joined(separator: "\n")
    }

    /// The text without a line.
    static func removing(_ line: String, from text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).filter { $0 != line }.joined(separator: "\n")
    }
}
