import Foundation
import Testing

@testable import InterfaceTool

@Suite("The rules are the same wherever they are written")
struct RuleTableTests {
    /// Lines of the article on changing an interface: ``| `id` | sentence | fits | breaks | passes |``.
    private static var article: [String: [String]] {
        get throws {
            let root: URL = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let page: URL = root.appending(path: "Shared/Colonnade/Colonnade.docc/ChangingAnInterface.md")
            let rows: [[String]] = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
                .map { line in line.split(separator: " | ").map { $0.filter { !"|`".contains($0) }.trimmingCharacters(in: .whitespaces) } }
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Array($0.dropFirst(2))) })
        }
    }

    @Test func theArticleAgreesWithTheTable() throws {
        let article: [String: [String]] = try Self.article
        #expect(Set(article.keys) == Set(RuleTable.lines.map(\.id)))
        for line: RuleTable.Line in RuleTable.lines {
            let old: String = line.breaks.hasPrefix("old") || line.breaks == "both" ? "breaks" : "fits"
            let new: String = line.breaks.hasPrefix("new") || line.breaks == "both" ? "breaks" : "fits"
            #expect(article[line.id] == [old, new, line.verdict == "breaking" ? "fails" : "passes"], "\(line.id)")
        }
    }

    @Test func aTerminalShowsEachRuleOnALine() {
        let lines: [Substring] = RuleTable.text.split(separator: "\n")
        #expect(lines.count == RuleTable.lines.count + 1)
        #expect(zip(lines.dropFirst(), RuleTable.lines).allSatisfy { $0.hasPrefix($1.id + " ") && $0.hasSuffix($1.sentence) })
    }
}
