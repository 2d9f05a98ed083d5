import Foundation
import Testing

@Suite("All that is known of one vertical", .timeLimit(.minutes(1)))
struct StatusDetailTests {
    @Test("with its process, callers, rights, last crash and last lines")
    func detail() async throws {
        let suite: TriedSuite = try TriedSuite()
        let programs: String = Program.folder
        let verticals: String = "  ledger: { executable: \(programs)/ledger-v1 }\n  reader: { executable: \(programs)/ledger-reader }"
        #expect(try await suite.up(verticals).status == 0)
        let before: VerticalReport = try await suite.status("ledger")
        kill(try #require(before.pid), SIGKILL)
        #expect(try await suite.isReady("ledger", generation: before.generation + 1))
        let text: Program.Result = try await suite.supervisor.run(["status", "ledger"])
        #expect(text.status == 0, "\(text.error)")
        for words: String in [
            "● ledger", "ready since 20", "generation 2, 1 restart", "MiB (PSS)", "\(programs)/ledger-v1", "Ledger, ", "called by  reader",
            "ledger-1-", "svc-supervisor crashes ledger-1-",
        ] { #expect(text.output.contains(words), "\(words): \(text.output)") }
        #expect(try await suite.supervisor.run(["status", "reader"]).output.contains("calls  Ledger"))
        let field: Program.Result = try await suite.supervisor.run(["status", "ledger", "--field", ".generation"])
        #expect(field.output == "2\n")
        let all: Program.Result = try await suite.supervisor.run(["status", "--field", ".name"])
        #expect(all.lines == ["ledger", "reader"])
        let wrong: Program.Result = try await suite.supervisor.run(["status", "ledgr"])
        #expect(wrong.status == 2 && wrong.error.contains("Did you mean 'ledger'?"), "\(wrong.error)")
        let nowhere: Program.Result = try await suite.supervisor.run(["status", "--field", ".pidd"])
        #expect(nowhere.status == 2 && nowhere.error.contains("Did you mean 'pid'?"), "\(nowhere.error)")
        await suite.end()
    }
}
