import Foundation
import Testing

@Suite("svc-interface check, diff and rules, as they are called")
struct CheckCommandTests {
    private static let interface: String = """
        import ColonnadeContract

        /// Places.
        public protocol DemoInterface: Interface where Refused == NoRefusal {
            /// Finds.
            func find(_ input: Query) async throws(Failure) -> [Place]
        }

        /// What to find.
        public struct Query: Idempotent, Sendable {
            public let text: String
        }

        /// What was found.
        public struct Place: Sendable {
            public let name: String
            public let rank: Int32
        }

        """

    /// A repository whose main branch has the interface, and whose work tree has the given one.
    private static func workplace(_ change: (String) -> String) throws -> Workplace {
        let workplace: Workplace = try Workplace()
        try workplace.git("init", "--quiet")
        try workplace.write(interface, to: "Demo/DemoInOut.swift")
        _ = try workplace.run("generate")
        try workplace.commit()
        try workplace.git("switch", "--quiet", "--create", "work")
        try workplace.write(change(interface), to: "Demo/DemoInOut.swift")
        return workplace
    }

    @Test func nothingIsPrintedWhereNothingBreaks() throws {
        let workplace: Workplace = try Self.workplace { $0.replacing("text: String\n", with: "text: String\n    public let limit: Int?\n") }
        defer { workplace.remove() }
        let result: Workplace.Result = try workplace.run("check")
        #expect(result == (0, "", ""))
        #expect(try workplace.run("check", "--json").output == "[\n\n]\n")
        #expect(
            try workplace.run("diff").output.contains(
                "additive        Demo/DemoInOut.swift:12:16: Query.limit: Int? is new [optional-field-added]"))
    }

    @Test func aBreakingChangeIsAnErrorAtItsPlace() throws {
        let workplace: Workplace = try Self.workplace { $0.replacing("rank: Int32", with: "rank: Int64") }
        defer { workplace.remove() }
        let message: String =
            "Demo.find: the new provider writes Output[].rank (Place.rank) as Int, and an old consumer reads Int32"
        let result: Workplace.Result = try workplace.run("check")
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(
            result.errors == "Demo/DemoInOut.swift:17:16: error: \(message); keep the type, and add an optional field with the new one "
                + "[output-type-widened]\n")
        let json: Workplace.Result = try workplace.run("check", "--json")
        #expect(json.status == 1)
        #expect(json.errors.isEmpty)
        let values: [[String: Any]]? = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
        #expect(values?.count == 1)
        #expect(values?.first?["rule"] as? String == "output-type-widened")
        #expect(values?.first?["message"] as? String == message)
        #expect(values?.first?["line"] as? Int == 17)
        #expect(try workplace.run("diff").output.contains("breaking        Demo/DemoInOut.swift:17:16: \(message) [output-type-widened]"))
    }

    @Test("A type that no board names may be a route, which a screen carries: it is compared as an Output")
    func aRouteIsCompared() throws {
        let route: String = "\n/// Where it goes on.\npublic enum DemoRoute: Sendable {\n    /// Away.\n    case away(id: Int32)\n}\n"
        let workplace: Workplace = try Self.workplace { $0 + route }
        defer { workplace.remove() }
        _ = try workplace.run("generate")
        #expect(try workplace.run("check").status == 0)
        try workplace.commit()
        try workplace.write(Self.interface + route.replacing("Int32", with: "Int64"), to: "Demo/DemoInOut.swift")
        let result: Workplace.Result = try workplace.run("check", "--against", "HEAD")
        #expect(result.status == 1)
        #expect(result.errors.contains("DemoInOut.swift:23:15: error: Demo.DemoRoute: the new provider writes Output.away.id"))
        try workplace.write(Self.interface, to: "Demo/DemoInOut.swift")
        #expect(try workplace.run("check", "--against", "HEAD").status == 0, "nobody is cut off by a route that does not come")
    }

    @Test func aStrictCheckWantsNoOrder() throws {
        let workplace: Workplace = try Self.workplace { $0.replacing("rank: Int32\n", with: "rank: Int32\n    public let size: Int\n") }
        defer { workplace.remove() }
        #expect(try workplace.run("check").status == 0)
        let strict: Workplace.Result = try workplace.run("check", "--strict")
        #expect(strict.status == 1)
        #expect(strict.errors.contains("DemoInOut.swift:18:16: error: Demo.find: a new consumer needs Output[].size (Place.size)"))
        #expect(strict.errors.hasSuffix("[output-field-added]\n"))
    }

    @Test func anyCommitAndAnyFileCanBeTheBaseline() throws {
        let workplace: Workplace = try Self.workplace { $0.replacing("    public let name: String\n", with: "") }
        defer { workplace.remove() }
        #expect(try workplace.run("check").errors.contains("Demo/DemoInOut.swift:15:15: error: "), "what is gone has its type's place")
        try workplace.write(try workplace.read("Demo/Demo.contract.json"), to: "old.json")
        _ = try workplace.run("generate")
        try workplace.commit()
        #expect(try workplace.run("check", "--against", "HEAD").status == 0)
        #expect(try workplace.run("check").status == 1, "it left main one commit ago")
        #expect(try workplace.run("check", "Demo", "--against", "HEAD~1").errors.contains("[output-field-removed]"))
        #expect(try workplace.run("check", "Demo/DemoInOut.swift", "--against", "old.json").errors.contains("[output-field-removed]"))
        try workplace.git("tag", "released")
        #expect(try workplace.run("check", "--against", "released").status == 0)
    }

    @Test func aMovedInterfaceIsTheSameAndARemovedOneIsTold() throws {
        let workplace: Workplace = try Self.workplace { $0 }
        defer { workplace.remove() }
        try workplace.git("mv", "Demo", "Moved")
        #expect(try workplace.run("check") == (0, "", ""))
        try workplace.git("rm", "--quiet", "-rf", "Moved")
        try workplace.write("public struct Other { public let a: Int }", to: "Other/OtherInOut.swift")
        let gone: Workplace.Result = try workplace.run("check")
        #expect(gone.errors.hasPrefix("Demo/DemoInOut.swift:1:1: error: the interface Demo is gone"))
        #expect(gone.errors.hasSuffix("[interface-removed]\n"))
        #expect(try workplace.run("check", "Other").status == 0, "only what lies below is looked at")
        #expect(try workplace.run("diff").output.contains("Other is new"))
    }

    @Test func whatStandsInTheWayIsSaid() throws {
        let workplace: Workplace = try Self.workplace { $0 }
        defer { workplace.remove() }
        let revision: Workplace.Result = try workplace.run("check", "--against", "nowhere")
        #expect(revision.status == 1)
        #expect(revision.errors.hasPrefix("nowhere:1:1: error: this is no file, and no commit, branch or tag of "))
        try workplace.write("{\"name\": 5", to: "broken.json")
        let file: Workplace.Result = try workplace.run("check", "--against", "broken.json")
        #expect(file.errors.hasPrefix("broken.json:1:1: error: this is no contract lock; take it from version control again"))
        let git: Workplace.Result = try workplace.run("check", environment: ["PATH": "/nonexistent"])
        #expect(git.errors.hasPrefix(".:1:1: error: there is no git on PATH; install it, or compare with a file"))
        let programs: String = try workplace.program("git", "exec yes")
        let endless: Workplace.Result = try workplace.run("check", environment: ["PATH": "\(programs):/usr/bin:/bin"])
        #expect(endless.status == 1 && endless.errors.contains("error: git rev-parse printed more than 67108864 bytes"))
        #expect(try workplace.run("check", "--against").status == 2)
        try workplace.git("branch", "--quiet", "--move", "main", "elsewhere")
        #expect(try workplace.run("check").errors.contains("has no branch origin/main, origin/master, main, master; say --against REV"))
        try workplace.write("public struct A {", to: "Demo/DemoInOut.swift")
        #expect(try workplace.run("check").errors.contains("Demo/DemoInOut.swift:1:18: error: expected '}'"))
        let outside: Workplace = try Workplace()
        defer { outside.remove() }
        try outside.write(Self.interface, to: "DemoInOut.swift")
        #expect(try outside.run("check").errors.contains("lies in no git repository; say what to compare with: --against X.contract.json"))
        try outside.git("init", "--quiet")
        #expect(try outside.run("check").errors.contains("has no commit yet; there is nothing to compare with"))
    }

    @Test func rulesAreATable() throws {
        let workplace: Workplace = try Workplace()
        defer { workplace.remove() }
        let table: [Substring] = try workplace.run("rules").output.split(separator: "\n")
        #expect(table.first?.hasPrefix("rule ") == true)
        #expect(table.contains { $0.hasPrefix("input-field-added ") && $0.contains("old consumer with new provider  breaking ") })
        let json: Data = Data(try workplace.run("rules", "--json").output.utf8)
        let values: [[String: String]]? = try JSONSerialization.jsonObject(with: json) as? [[String: String]]
        #expect(values?.count == table.count - 1)
        #expect(values?.first?.keys.sorted() == ["advice", "breaks", "id", "sentence", "verdict"])
    }

    @Test("the interfaces of this repository hold nothing that they may not hold")
    func repositoryIsClean() throws {
        let workplace: Workplace = try Workplace()
        defer { workplace.remove() }
        let root: URL = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        #expect(try workplace.run("lint", root.path) == (0, "", ""))
    }
}
