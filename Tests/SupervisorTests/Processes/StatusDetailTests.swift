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
            "● ledger", "ready since 20", "generation 2, 1 restart", "M (PSS)", "\(programs)/ledger-v1", "Ledger, ", "called by  reader",
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

    @Test("a vertical's name is that of all of its processes, and --field knows what was measured")
    func instances() async throws {
        let suite: TriedSuite = try TriedSuite()
        #expect(try await suite.up("  echo: { executable: \(Program.folder)/svc-echo, instances: 2 }").status == 0)
        let all: Program.Result = try await suite.supervisor.run(["status", "echo"])
        for word: String in ["● echo@1 ", "● echo@2 ", "program", "offers"] { #expect(all.output.contains(word), "\(all.output)") }
        // A daemon's own word for its state is not said twice.
        #expect(try await suite.status("echo@1").reason == nil)
        let one: Program.Result = try await suite.supervisor.run(["status", "echo@2"])
        #expect(one.output.hasPrefix("● echo@2 ") && one.output.contains("offers"), "\(one.output)")
        let memory: Program.Result = try await suite.supervisor.run(["status", "--field", ".memoryBytes"])
        #expect(memory.status == 0 && memory.lines.compactMap(Int.init).count == 2, "\(memory)")
        let wrong: Program.Result = try await suite.supervisor.run(["status", "--field", ".memory"])
        #expect(wrong.status == 2 && wrong.error.contains("memoryBytes"), "\(wrong.error)")
        let why: Program.Result = try await suite.supervisor.run(["why", "operator", "echo@2"])
        #expect(why.status == 0 && why.output.contains("run/operator/echo@2.sock"), "\(why.output)")
        let crashes: Program.Result = try await suite.supervisor.run(["crashes"])
        #expect(crashes.output == "No process has crashed.\n")
        #expect(try await suite.supervisor.run(["crashes", "--home", "\(suite.folder)/nowhere"]).status == 3)
        await suite.end()
    }
}
