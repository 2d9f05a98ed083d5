import Foundation
import Testing

@Suite("The graph of a suite", .timeLimit(.minutes(1)))
struct GraphTests {
    @Test("is drawn of a suite that runs, and of a launcher file, in each format")
    func formats() async throws {
        let suite: TriedSuite = try TriedSuite()
        let programs: String = Program.folder
        let verticals: String = "  ledger: { executable: \(programs)/ledger-v1 }\n  reader: { executable: \(programs)/ledger-reader }"
        #expect(try await suite.up(verticals).status == 0)
        func graph(_ options: [String]) async throws -> [String] {
            let result: Program.Result = try await suite.supervisor.run(["graph"] + options)
            #expect(result.status == 0, "\(result.error)")
            return result.lines
        }
        for of: [String] in [[], ["--launcher", "\(suite.folder)/tried.yml"]] {
            #expect(try await graph(of) == ["reader  → ledger", "ledger"])
            let dot: [String] = try await graph(of + ["--format", "dot"])
            #expect(dot.first == "digraph suite {" && dot.contains("  \"reader\" -> \"ledger\";"))
            #expect(dot.contains { $0.contains("\"ledger\" [color=\(of.isEmpty ? "darkgreen" : "gray")]") })
            let mermaid: [String] = try await graph(of + ["--format", "mermaid"])
            #expect(mermaid == ["flowchart TD", "  v0[\"ledger\"]", "  v1[\"reader\"]", "  v1 --> v0"])
            let picture: String = try await graph(of + ["--format", "svg"]).joined(separator: "\n")
            let document: XMLCheck = XMLCheck(picture)
            #expect(document.isWellFormed && document.count("rect") == 2 && document.count("text") == 2)
            #expect(document.count("path") == 2, "an edge, and the tip of its arrow")
        }
        #expect(try await suite.supervisor.lines(inTerminalOf: 16, ["graph"]) == ["reader  → ledger", "ledger"])
        #expect(try await suite.supervisor.lines(inTerminalOf: 15, ["graph"]) == ["reader", "  → ledger", "ledger"])
        let wrong: Program.Result = try await suite.supervisor.run(["graph", "--format", "gif"])
        #expect(wrong.status == 2 && wrong.error.contains("svg"), "\(wrong.error)")
        await suite.end()
        let none: Program.Result = try await suite.supervisor.run(["graph"])
        #expect(none.status == 3 && none.error.contains("svc-supervisor up"), "\(none.error)")
    }
}

/// The elements of an XML document, as python's parser finds them.
private struct XMLCheck {
    let isWellFormed: Bool
    private let names: [String]

    init(_ text: String) {
        let python: Process = Process()
        let (input, output): (Pipe, Pipe) = (Pipe(), Pipe())
        python.executableURL = URL(filePath: "/usr/bin/env")
        let script: String =
            "import sys, xml.etree.ElementTree as e; print(*[n.tag.rpartition('}')[2] for n in e.fromstring(sys.stdin.read()).iter()])"
        python.arguments = ["python3", "-c", script]
        python.standardInput = input
        python.standardOutput = output
        try? python.run()
        input.fileHandleForWriting.write(Data(text.utf8))
        input.fileHandleForWriting.closeFile()
        let answer: Data = output.fileHandleForReading.readDataToEndOfFile()
        python.waitUntilExit()
        isWellFormed = python.terminationStatus == 0
        names = String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    func count(_ name: String) -> Int { names.count { $0 == name } }
}
