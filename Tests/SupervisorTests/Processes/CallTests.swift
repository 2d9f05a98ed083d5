import Foundation
import Testing

@Suite("Calls from the command line", .serialized)
struct CallTests {
    private static let wrongUsage: [(arguments: [String], text: String)] = [
        (["call", "echo", "nowhere"], "it has echo, count, converse, refuse, pour, fan"),
        (["call", "nobody", "echo"], "it has echo"),
        (["call", "echo", "echo", "{\"byte\": 1}"], "EchoPayload has no field of this name"),
        (["call", "echo", "echo", "{"], "not valid JSON: line 1, column 2: expected a name in double quotes, found the end"),
        (["call", "echo", "echo"], "bytes: missing"),
        (["call", "echo", "count", "{\"count\": 1}", "--commands", "-"], "count takes no commands"),
        (["call", "echo", "converse", "\"a\"", "--send-file", "/dev/null"], "not of bytes"),
        (["call", "echo", "echo", "{}", "--timeout", "soon"], "--timeout"),
        (["stop"], "names"),
        (["stop", "nobody"], "it has echo"),
        (["dance"], "Unexpected argument"),
    ]

    /// Runs `body` with the echo vertical up.
    private func withEcho(_ options: String = "", _ body: (TriedSuite) async throws -> Void) async throws {
        let suite: TriedSuite = try TriedSuite()
        let up: Program.Result = try await suite.up("  echo: { executable: \(Program.folder)/svc-echo\(options) }")
        #expect(up.status == 0, "\(up.error)")
        try await body(suite)
        await suite.end()
    }

    @Test("outputs are JSON, one on each line")
    func outputs() async throws {
        try await withEcho { suite in
            let echo: Program.Result = try await suite.supervisor.run(["call", "echo", "echo", #"{"bytes": "aGVsbG8="}"#])
            #expect(echo.status == 0 && echo.output == "{\"bytes\":\"aGVsbG8=\"}\n", "\(echo.error)")
            let count: Program.Result = try await suite.supervisor.run(["call", "echo", "count", #"{"count": 3, "delay": "1ms"}"#])
            #expect(count.status == 0 && count.lines == ["0", "1", "2"], "\(count.error)")
            try Data("hello".utf8).write(to: URL(filePath: "\(suite.folder)/file"))
            let file: Program.Result = try await suite.supervisor.run(["call", "echo", "echo", "{\"bytes\": \"@\(suite.folder)/file\"}"])
            #expect(file.output == echo.output)
            let input: Program.Result = try await suite.supervisor.run(["call", "echo", "echo", "-"], input: #"{"bytes": ""}"#)
            #expect(input.output == "{\"bytes\":\"\"}\n")
        }
    }

    @Test("a vertical is called by the launcher's name for it, whatever it calls itself")
    func otherName() async throws {
        let suite: TriedSuite = try TriedSuite()
        #expect(try await suite.up("  parrot: { executable: \(Program.folder)/svc-echo }").status == 0)
        let call: Program.Result = try await suite.supervisor.run(["call", "parrot", "count", #"{"count": 1, "delay": "1ms"}"#])
        #expect(call.status == 0 && call.lines == ["0"], "\(call.error)")
        await suite.end()
    }

    @Test("commands come from lines, and a conversation may end as not done")
    func conversation() async throws {
        try await withEcho { suite in
            let call: [String] = ["call", "echo", "converse", "\"hi\"", "--commands", "-"]
            let said: String = "{\"say\": \"a\"}\n\n{\"shout\": {\"text\": \"b\", \"times\": 3}}"
            let done: Program.Result = try await suite.supervisor.run(call, input: said)
            #expect(done.status == 0 && done.lines == ["\"hi\"", "\"a\"", "\"BBB\""], "\(done.error)")
            let notDone: Program.Result = try await suite.supervisor.run(call, input: "\"pause\"\n")
            #expect(notDone.status == 1 && notDone.error == "{\"completion\":\"notDone\"}\n")
            let wrong: Program.Result = try await suite.supervisor.run(call, input: "{\"say\": \"a\"}\n{\"sing\": 1}\n")
            #expect(wrong.status == 2 && wrong.error.contains("command 2 does not fit (EchoCommand)"), "\(wrong.error)")
        }
    }

    @Test("refusals and failures are JSON on standard error, with their exit codes")
    func failures() async throws {
        try await withEcho { suite in
            let refused: Program.Result = try await suite.supervisor.run(["call", "echo", "refuse", "\"tooLong\""])
            #expect(refused.status == 1 && refused.error == "{\"refusal\":{\"tooLong\":{\"limit\":64}}}\n", "\(refused.error)")
            let slow: String = #"{"count": 2, "delay": "60s"}"#
            let late: Program.Result = try await suite.supervisor.run(["call", "echo", "count", slow, "--timeout", "200ms"])
            #expect(late.status == 1 && late.error.contains("\"code\":\"deadlineExceeded\""), "\(late.error)")
            #expect(try await suite.supervisor.run(["stop", "echo"]).status == 0)
            let down: Program.Result = try await suite.supervisor.run(["call", "echo", "echo", #"{"bytes": ""}"#])
            #expect(down.status == 3 && down.error.contains("\"outcome\":\"notDispatched\""), "\(down.error)")
        }
    }

    @Test("wrong usage is told with status 2")
    func usage() async throws {
        try await withEcho { suite in
            for (arguments, text): ([String], String) in Self.wrongUsage {
                let result: Program.Result = try await suite.supervisor.run(arguments)
                #expect(result.status == 2 && result.error.contains(text), "\(arguments): \(result)")
            }
        }
    }

    @Test("no suite is status 3", arguments: [["status"], ["down"], ["call", "echo", "echo"], ["logs"], ["describe"], ["start", "a"]])
    func notReachable(arguments: [String]) async throws {
        let suite: TriedSuite = try TriedSuite()
        let result: Program.Result = try await suite.supervisor.run(arguments)
        #expect(result.status == 3 && result.error.contains("No suite runs in"))
        await suite.end()
    }

    @Test("the first call starts a vertical on demand, and is answered")
    func onDemand() async throws {
        try await withEcho(", start: on-demand") { suite in
            #expect(try await suite.status("echo").state == "stopped")
            let call: Program.Result = try await suite.supervisor.run(["call", "echo", "echo", #"{"bytes": "AA=="}"#])
            #expect(call.status == 0, "\(call.error)")
            #expect(try await suite.status("echo").state == "ready")
        }
    }

    @Test("a vertical that nobody calls goes, and comes back for every call, at whatever instant it is made")
    func idleExit() async throws {
        try await withEcho(", start: on-demand, idle-exit: 60ms") { suite in
            // Longer than it may be idle: a call in flight keeps it.
            let long: Program.Result = try await suite.supervisor.run(["call", "echo", "pause", #"{"duration": "500ms", "bytes": 0}"#])
            #expect(long.status == 0, "\(long.error)")
            #expect(try await suite.eventually { try await suite.status("echo").state == "stopped" })
            #expect(try await suite.status("echo").reason == "is started by the first call")
            for pause: Int in 0..<24 {
                // From well before the end of its patience to well behind it.
                try await suite.pass(.milliseconds(pause * 5))
                let call: Program.Result = try await suite.supervisor.run(["call", "echo", "echo", #"{"bytes": "AA=="}"#])
                #expect(call.status == 0, "\(call.error)")
            }
            let last: VerticalReport = try await suite.status("echo")
            #expect(last.generation > 3 && last.restarts == 0, "it was started anew \(last.generation) times, and never after a crash")
            #expect(!suite.report.contains("failed"), "\(suite.report)")
        }
    }

    @Test("a call that a killed daemon was serving fails with its outcome, and the next one is answered")
    func killed() async throws {
        try await withEcho(", stop-grace: 500ms") { suite in
            async let talk: Program.Result = suite.supervisor.run(["call", "echo", "pause", #"{"duration": "3600s", "bytes": 0}"#])
            let pid: Int32 = try #require(try await suite.status("echo").pid)
            kill(pid, SIGKILL)
            let again: Program.Result = try await suite.supervisor.run(["call", "echo", "echo", #"{"bytes": "AA=="}"#])
            #expect(again.status == 0, "\(again.error)")
            #expect(try await suite.status("echo").generation == 2)
            #expect(try await suite.supervisor.run(["down"]).status == 0)
            let ended: Program.Result = try await talk
            #expect(ended.status == 1 && ended.error.contains("\"outcome\":"), "\(ended.error)")
        }
    }

    @Test("a conversation ends although nobody closes its commands")
    func openCommands() async throws {
        try await withEcho { suite in
            let path: String = "\(suite.folder)/commands"
            try Process.run(URL(filePath: "/usr/bin/mkfifo"), arguments: [path]).waitUntilExit()
            let writer: FileHandle = try #require(FileHandle(forUpdatingAtPath: path))
            let call: [String] = ["call", "echo", "converse", "\"hi\"", "--commands", path, "--timeout", "500ms"]
            let result: Program.Result = try await suite.supervisor.run(call)
            #expect(result.status == 1 && result.error.contains("deadlineExceeded"), "\(result)")
            try writer.close()
        }
    }

    @Test("describe shows boards and types, for people and for scripts")
    func describe() async throws {
        try await withEcho { suite in
            #expect(try await suite.supervisor.run(["describe", "echo"]).output.contains("count(CountRequest) → Int …"))
            #expect(try await suite.supervisor.run(["describe", "echo", "count"]).output.contains("delay: Duration?"))
            let json: Program.Result = try await suite.supervisor.run(["describe", "--json"])
            let value: [String: Any]? = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
            #expect((value?["verticals"] as? [[String: Any]])?.first?["name"] as? String == "echo")
        }
    }
}
