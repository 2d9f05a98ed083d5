import Foundation
import Testing

@Suite("svc-interface generate, as it is called")
struct CommandTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
    }

    @Test func writesOnceAndThenFindsNothingToDo() throws {
        defer { workplace.remove() }
        try workplace.write("public struct A { public let b: Int }", to: "Sources/DemoInOut.swift")
        try workplace.write("public class Broken {}", to: ".build/HiddenInOut.swift")
        let before: Workplace.Result = try workplace.run("generate", "--check")
        #expect(before.status == 1)
        #expect(before.output.isEmpty)
        #expect(before.errors.contains("Sources/Demo.contract.json: error: "))
        #expect(before.errors.contains("Sources/DemoIOInterface.swift: error: "))
        let first: Workplace.Result = try workplace.run("generate")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.hasSuffix("1 InOut files, 2 generated files written, 0 were current\n"))
        let second: Workplace.Result = try workplace.run("generate", "Sources")
        #expect(second.output == "svc-interface: 1 InOut files, 0 generated files written, 2 were current\n")
        #expect(try workplace.run("generate", "--check", "Sources/DemoInOut.swift").status == 0)
        try workplace.write("public struct A { public let b: Int?\npublic let c: Int }", to: "Sources/DemoInOut.swift")
        #expect(try workplace.run("generate", "--check").status == 1)
    }

    @Test func aMistakeLeavesEveryFileAsItWas() throws {
        defer { workplace.remove() }
        try workplace.write("public struct A { public let b: Int }", to: "DemoInOut.swift")
        try workplace.write("public struct B {\n    let b: Int\n}", to: "Other/OtherInOut.swift")
        let result: Workplace.Result = try workplace.run("generate")
        #expect(result.status == 1)
        #expect(
            result.errors == "Other/OtherInOut.swift:2:9: error: property b of B is not public; write `public` in front of it [access]\n")
        #expect(!workplace.has("DemoIOInterface.swift"))
    }

    @Test func aBrokenLockIsNamed() throws {
        defer { workplace.remove() }
        try workplace.write("public struct A { public let b: Int }", to: "DemoInOut.swift")
        try workplace.write("{\"name\": 5", to: "Demo.contract.json")
        let result: Workplace.Result = try workplace.run("generate")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("Demo.contract.json:1:1: error: this is no contract lock"))
        #expect(try workplace.read("Demo.contract.json") == "{\"name\": 5")
    }

    @Test func filesOfAFolderSeeEachOther() throws {
        defer { workplace.remove() }
        try workplace.write("public struct A { public let b: B?\npublic let c: ContractDescriptor }", to: "AInOut.swift")
        try workplace.write("public enum B { case x, y }", to: "BInOut.swift")
        #expect(try workplace.run("generate", "AInOut.swift").status == 0)
        let text: String = try workplace.read("AIOInterface.swift")
        #expect(text.contains("writer.writeEnum(b, field: 1)"))
        #expect(!text.contains("extension B: "))
        let lock: String = try workplace.read("A.contract.json")
        #expect(lock.contains("\"name\" : \"TypeDescriptor\""))
        #expect(!workplace.has("BIOInterface.swift"))
    }

    @Test func usageIsTwo() throws {
        defer { workplace.remove() }
        let wrong: Workplace.Result = try workplace.run("generate", "--wrong")
        #expect(wrong.status == 2)
        #expect(wrong.output.isEmpty)
        #expect(wrong.errors.contains("--wrong"))
        let help: Workplace.Result = try workplace.run("generate", "--help")
        #expect(help.status == 0)
        #expect(help.output.contains("--check"))
        #expect(try workplace.run("generate", "Nowhere").status == 1)
    }

    @Test func exportsEveryForm() throws {
        defer { workplace.remove() }
        try workplace.write("public enum DemoKind { case one }\npublic struct A { public let b: DemoKind }", to: "DemoInOut.swift")
        #expect(try workplace.run("generate").status == 0)
        #expect(try workplace.run("export").status == 2)
        let all: Workplace.Result = try workplace.run(
            "export", "--proto", "--descriptor-set", "--markdown", "--interface", "Demo", "--output", "out/here")
        #expect(all.status == 0, "\(all.errors)")
        #expect(all.output == "wrote demo.proto\nwrote demo.binpb\nwrote demo.md\n")
        #expect(try workplace.read("out/here/demo.proto").contains("DEMO_KIND_ONE = 1;"))
        let missing: Workplace.Result = try workplace.run("export", "--proto", "--interface", "Other")
        #expect(missing.status == 1)
        #expect(missing.errors.contains("no lock has the name Other; there are: Demo"))
        try workplace.write("public struct C { public let d: Int }", to: "Unborn/UnbornInOut.swift")
        #expect(try workplace.run("export", "--proto").errors.contains("Unborn/Unborn.contract.json:1:1: error: there is no lock"))
    }

    @Test("the generated files of this repository are what the tool makes")
    func repositoryIsCurrent() throws {
        defer { workplace.remove() }
        let root: URL = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let result: Workplace.Result = try workplace.run("generate", "--check", root.path)
        #expect(result.status == 0, "\(result.errors)")
    }
}
