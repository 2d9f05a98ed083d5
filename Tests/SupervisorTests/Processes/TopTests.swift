import Foundation
import Testing

@Suite("top", .timeLimit(.minutes(3)))
struct TopTests {
    @Test("fills a terminal of any width, follows keys and signals, and gives it back", arguments: ["walk", "narrow", "killed", "lost"])
    func terminal(part: String) async throws {
        let suite: TriedSuite = try TriedSuite()
        let programs: String = Program.folder
        let verticals: String = "  ledger: { executable: \(programs)/ledger-v1 }\n  reader: { executable: \(programs)/ledger-reader }"
        #expect(try await suite.up(verticals).status == 0)
        let script: String = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "top_person.py").path
        let person: Program.Result = try await Program.python.run(
            ["-B", script, "\(Program.folder)/svc-supervisor", suite.home, part], limit: 170)
        #expect(person.status == 0, "\(person.error)")
        await suite.end()
    }

    @Test("says what to do where there is no terminal, and prints lines of JSON for scripts")
    func scripts() async throws {
        let suite: TriedSuite = try TriedSuite()
        let none: Program.Result = try await suite.supervisor.run(["top"])
        #expect(none.status == 2 && none.error.contains("svc-supervisor status"), "\(none.error)")
        let nobody: Program.Result = try await suite.supervisor.run(["top", "--json"])
        #expect(nobody.status == 3, "\(nobody.error)")
    }
}
