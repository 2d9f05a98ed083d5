import Foundation
import Testing

@Suite("trace and watch", .timeLimit(.minutes(3)))
struct TraceCommandTests {
    private static func upLedger(_ more: String = "", top: String = "") async throws -> TriedSuite {
        let suite: TriedSuite = try TriedSuite()
        let up: Program.Result = try await suite.up("  ledger: { executable: \(Program.folder)/ledger-v1 }\n\(more)", top: top)
        #expect(up.status == 0, "\(up.error)")
        return suite
    }

    @Test("a traced call prints its answer, and the trace beside it; the trace is found again by its id, its board, or as the newest")
    func traced() async throws {
        let suite: TriedSuite = try await Self.upLedger()
        let none: Program.Result = try await suite.supervisor.run(["trace"])
        #expect(none.status == 1 && none.error.contains("svc-supervisor call --trace"), "\(none.error)")
        let call: Program.Result = try await suite.supervisor.run(["call", "--trace", "ledger", "entry", "number=1"])
        #expect(call.status == 0 && call.lines.count == 1 && call.output.hasPrefix("{"), "\(call.output)")
        let lines: [String] = call.error.split(separator: "\n").map(String.init)
        try #require(lines.count == 3 && lines[0].hasPrefix("trace "), "\(call.error)")
        #expect(lines[0].contains("2 spans, 1 vertical,") && lines[2].hasPrefix("ledger.entry"), "\(call.error)")
        let id: String = String(lines[0].split(separator: " ")[1])
        for arguments: [String] in [["trace"], ["trace", "--last"], ["trace", id], ["trace", "entry"], ["trace", "ledger.entry"]] {
            let result: Program.Result = try await suite.supervisor.run(arguments)
            #expect(result.status == 0 && result.output.hasPrefix("trace \(id)  1 span,"), "\(arguments): \(result.output)\(result.error)")
        }
        let other: Program.Result = try await suite.supervisor.run(["trace", "nothing"])
        #expect(other.status == 2 && other.error.contains("'nothing'"), "\(other.error)")
        for wrong: String in ["", "a b", "\u{1B}[2J", "../x", String(repeating: "0", count: 33), "--last=1"] {
            #expect(try await suite.supervisor.run(["trace", wrong]).status == 2, "\(wrong)")
        }
        #expect(try await suite.supervisor.run(["trace", "--last", "entry"]).status == 2)
        // A call that asks for none is in no trace.
        _ = try await suite.supervisor.run(["call", "ledger", "entry", "number=2"])
        #expect(try await suite.supervisor.run(["trace"]).output.hasPrefix("trace \(id) "))
        let failed: Program.Result = try await suite.supervisor.run(["call", "--trace", "ledger", "entry", "number=1", "--timeout", "1ms"])
        #expect(failed.status != 0 ? failed.error.contains("deadlineExceeded") : true)
        await suite.end()
    }

    @Test("the launcher file's rate makes traces of calls from outside, and a wrong one is refused with its line")
    func rate() async throws {
        let suite: TriedSuite = try await Self.upLedger(top: "trace: 1.0")
        _ = try await suite.supervisor.run(["call", "ledger", "entry", "number=1"])
        let found: Program.Result = try await suite.supervisor.run(["trace", "entry", "--json"])
        #expect(found.output.contains(#""board":"Ledger.entry""#) && found.output.contains(#""consumer":"operator""#), "\(found.error)")
        await suite.end()
        for wrong: String in ["2", "-0.1", "often", "nan"] {
            let other: TriedSuite = try TriedSuite()
            let up: Program.Result = try await other.up("  ledger: { executable: \(Program.folder)/ledger-v1 }", top: "trace: \(wrong)")
            #expect(up.status != 0 && up.error.contains("trace: expected a number from 0 to 1"), "\(up.error)")
            await other.end()
        }
    }

    @Test("watched and traced by a person: narrow terminals, closed pipes, ctrl-C", arguments: ["watch", "pipe", "narrow", "restart"])
    func person(part: String) async throws {
        let suite: TriedSuite = try await Self.upLedger()
        let script: String = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "trace_person.py").path
        let person: Program.Result = try await Program.python.run(
            ["-B", script, "\(Program.folder)/svc-supervisor", suite.home, part], limit: 170)
        #expect(person.status == 0, "\(person.error)")
        await suite.end()
    }

    @Test("what cannot be watched is said, with the nearest name")
    func wrongNames() async throws {
        let suite: TriedSuite = try await Self.upLedger()
        for (arguments, words): ([String], String) in [
            (["watch"], "Name a board"), (["watch", "entri"], "entry"), (["watch", "ledgr", "entry"], "ledger"),
            (["watch", "ledger", "entri"], "entry"), (["watch", "ledger", "entry", "more"], "Name a board"),
        ] {
            let result: Program.Result = try await suite.supervisor.run(arguments)
            #expect(result.status == 2 && result.error.contains(words), "\(arguments): \(result.error)")
        }
        await suite.end()
        #expect(try await suite.supervisor.run(["watch", "entry"]).status == 3)
        #expect(try await suite.supervisor.run(["trace"]).status == 3)
    }

    @Test("a vertical's own sockets and another vertical learn nothing")
    func operatorOnly() async throws {
        let suite: TriedSuite = try await Self.upLedger("  reader: { executable: \(Program.folder)/ledger-reader }")
        _ = try await suite.supervisor.run(["call", "--trace", "ledger", "entry", "number=1"])
        #expect(try await suite.supervisor.run(["trace"]).status == 0)
        let answers: String = try await EdgeVisitor.ask(socket: "\(suite.home)/run/reader/ledger.sock", as: "reader")
        #expect(answers == "undeclared undeclared")
        let own: String = try await EdgeVisitor.ask(socket: "\(suite.home)/run/operator/ledger.sock", as: "operator")
        #expect(own == "1 span")
        await suite.end()
    }

    @Test("top, metrics, trace and watch work by the launcher file and the operator's sockets, without a supervisor")
    func bySockets() async throws {
        let suite: TriedSuite = try await Self.upLedger("  echo: { executable: \(Program.folder)/svc-echo, start: on-demand }")
        let place: [String] = ["--launcher", "\(suite.folder)/tried.yml", "--sockets", "\(suite.home)/run/operator"]
        let alone: Program = Program(name: "svc-supervisor", environment: ["COLONNADE_HOME": "/nowhere", "NO_COLOR": "1"])
        let call: Program.Result = try await alone.run(["call", "--trace", "ledger", "entry", "number=1"] + place)
        #expect(call.status == 0 && call.error.contains("ledger.entry"), "\(call.error)")
        #expect(try await alone.run(["trace", "entry"] + place).output.contains("ledger.entry"))
        let metrics: Program.Result = try await alone.run(["metrics"] + place)
        for line: String in [
            #"colonnade_calls_total{vertical="ledger",board="Ledger.entry",consumer="operator"} 1"#,
            #"colonnade_vertical_answers{vertical="echo"} 0"#,
        ] { #expect(metrics.output.contains(line), "\(metrics.output)\(metrics.error)") }
        #expect(!metrics.output.contains("colonnade_supervisor"), "none runs, as far as this command knows")
        let script: String = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "trace_person.py").path
        let person: Program.Result = try await Program.python.run(
            ["-B", script, "\(Program.folder)/svc-supervisor", "-", "sockets"] + place, limit: 170)
        #expect(person.status == 0, "\(person.error)")
        #expect(try await suite.status("echo").state != "ready", "whoever looks starts nobody")
        #expect(try await alone.run(["metrics", "--launcher", "\(suite.folder)/tried.yml"]).status == 2)
        await suite.end()
    }
}
