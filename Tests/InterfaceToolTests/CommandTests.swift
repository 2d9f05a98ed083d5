import Foundation
import Testing

@Suite("svc-interface generate, as it is called")
struct CommandTests {
    private let folder: URL = FileManager.default.temporaryDirectory.appending(path: "colonnade-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func write(_ text: String, to name: String) throws {
        let file: URL = folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    private func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
        let process: Process = Process()
        let tests: URL = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        process.executableURL = tests.deletingLastPathComponent().appending(path: "svc-interface")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output: Pipe = Pipe()
        let errors: Pipe = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text: Data = output.fileHandleForReading.readDataToEndOfFile()
        let errorText: Data = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: errorText, as: UTF8.self))
    }

    @Test func writesOnceAndThenFindsNothingToDo() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("public struct A { public let b: Int }", to: "Sources/DemoInOut.swift")
        try write("public class Broken {}", to: ".build/HiddenInOut.swift")
        let before: (status: Int32, output: String, errors: String) = try run("generate", "--check")
        #expect(before.status == 1)
        #expect(before.output.isEmpty)
        #expect(before.errors.contains("Sources/Demo.contract.json: error: "))
        #expect(before.errors.contains("Sources/DemoIOInterface.swift: error: "))
        let first: (status: Int32, output: String, errors: String) = try run("generate")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.hasSuffix("1 InOut files, 2 generated files written, 0 were current\n"))
        let second: (status: Int32, output: String, errors: String) = try run("generate", "Sources")
        #expect(second.output == "svc-interface: 1 InOut files, 0 generated files written, 2 were current\n")
        #expect(try run("generate", "--check", "Sources/DemoInOut.swift").status == 0)
        try write("public struct A { public let b: Int?\npublic let c: Int }", to: "Sources/DemoInOut.swift")
        #expect(try run("generate", "--check").status == 1)
    }

    @Test func aMistakeLeavesEveryFileAsItWas() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("public struct A { public let b: Int }", to: "DemoInOut.swift")
        try write("public struct B {\n    let b: Int\n}", to: "Other/OtherInOut.swift")
        let result: (status: Int32, output: String, errors: String) = try run("generate")
        #expect(result.status == 1)
        #expect(
            result.errors == "Other/OtherInOut.swift:2:9: error: property b of B is not public; write `public` in front of it [access]\n")
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "DemoIOInterface.swift").path))
    }

    @Test func aBrokenLockIsNamed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("public struct A { public let b: Int }", to: "DemoInOut.swift")
        try write("{\"name\": 5", to: "Demo.contract.json")
        let result: (status: Int32, output: String, errors: String) = try run("generate")
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("Demo.contract.json:1:1: error: this is no contract lock"))
        #expect(try String(contentsOf: folder.appending(path: "Demo.contract.json"), encoding: .utf8) == "{\"name\": 5")
    }

    @Test func filesOfAFolderSeeEachOther() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("public struct A { public let b: B?\npublic let c: ContractDescriptor }", to: "AInOut.swift")
        try write("public enum B { case x, y }", to: "BInOut.swift")
        #expect(try run("generate", "AInOut.swift").status == 0)
        let text: String = try String(contentsOf: folder.appending(path: "AIOInterface.swift"), encoding: .utf8)
        #expect(text.contains("writer.writeEnum(b, field: 1)"))
        #expect(!text.contains("extension B: "))
        let lock: String = try String(contentsOf: folder.appending(path: "A.contract.json"), encoding: .utf8)
        #expect(lock.contains("\"name\" : \"TypeDescriptor\""))
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "BIOInterface.swift").path))
    }

    @Test func usageIsTwo() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let wrong: (status: Int32, output: String, errors: String) = try run("generate", "--wrong")
        #expect(wrong.status == 2)
        #expect(wrong.output.isEmpty)
        #expect(wrong.errors.contains("--wrong"))
        let help: (status: Int32, output: String, errors: String) = try run("generate", "--help")
        #expect(help.status == 0)
        #expect(help.output.contains("--check"))
        #expect(try run("generate", "Nowhere").status == 1)
    }

    @Test func exportsEveryForm() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("public enum DemoKind { case one }\npublic struct A { public let b: DemoKind }", to: "DemoInOut.swift")
        #expect(try run("generate").status == 0)
        #expect(try run("export").status == 2)
        let all: (status: Int32, output: String, errors: String) = try run(
            "export", "--proto", "--descriptor-set", "--markdown", "--interface", "Demo", "--output", "out/here")
        #expect(all.status == 0, "\(all.errors)")
        #expect(all.output == "wrote demo.proto\nwrote demo.binpb\nwrote demo.md\n")
        #expect(try String(contentsOf: folder.appending(path: "out/here/demo.proto"), encoding: .utf8).contains("DEMO_KIND_ONE = 1;"))
        let missing: (status: Int32, output: String, errors: String) = try run("export", "--proto", "--interface", "Other")
        #expect(missing.status == 1)
        #expect(missing.errors.contains("no lock has the name Other; there are: Demo"))
        try write("public struct C { public let d: Int }", to: "Unborn/UnbornInOut.swift")
        #expect(try run("export", "--proto").errors.contains("Unborn/Unborn.contract.json:1:1: error: there is no lock"))
    }

    @Test("the generated files of this repository are what the tool makes")
    func repositoryIsCurrent() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let root: URL = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let result: (status: Int32, output: String, errors: String) = try run("generate", "--check", root.path)
        #expect(result.status == 0, "\(result.errors)")
    }
}
