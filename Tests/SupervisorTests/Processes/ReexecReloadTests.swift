import Foundation
import Testing

/// A changed launcher file before and behind another program of the supervisor.
@Suite("The supervisor's next program, and reloads", .serialized, .timeLimit(.minutes(5)))
struct ReexecReloadTests {
    private func write(_ suite: TriedSuite, _ verticals: String, end: String = "") throws {
        try Data("launcher: tried\nverticals:\n\(verticals)\nisolation: { write: [./] }\n\(end)\n".utf8).write(
            to: URL(filePath: "\(suite.folder)/tried.yml"))
    }

    private func reexec(_ suite: TriedSuite) async throws -> Program.Result { try await suite.supervisor.run(["reexec"]) }

    private func reload(_ suite: TriedSuite) async throws -> Program.Result { try await suite.supervisor.run(["reload"]) }

    @Test("the next program knows what runs: it changes what the file changes, and hands over what the file has become")
    func bothWays() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try suite.script("b", uses: ["A"])
        try suite.script("c", uses: ["A"])
        let (a, b): (String, String) = ("  a: { executable: ./svc-a }", "  b: { executable: ./svc-b")
        #expect(try await suite.up("\(a)\n\(b) }").status == 0)
        #expect(try await reexec(suite).status == 0)
        let same: Program.Result = try await reload(suite)
        #expect(same.status == 0 && same.output.hasPrefix("Nothing has changed"), "\(same.output)\(same.error)")
        try write(suite, "\(a)\n\(b), environment: { B: \"1\" }, restart: temporary }\n  c: { executable: ./svc-c }")
        let done: Program.Result = try await reload(suite)
        #expect(done.status == 0, "\(done.error)")
        #expect(done.lines.prefix(3).map { String($0.prefix(10)) } == ["replace  a", "replace  b", "start    c"], "\(done.output)")
        let before: [VerticalReport] = try await statuses(suite, ["a", "b", "c"])
        // The file is changed once more: what counts is what was carried out.
        try write(suite, a)
        #expect(try await reexec(suite).status == 0)
        for old: VerticalReport in before {
            let now: VerticalReport = try await suite.status(old.name)
            #expect(now.pid == old.pid && now.generation == old.generation && now.state == "ready")
        }
        // Temporary: what the reload has said of its life is handed over, too.
        kill(try #require(before[1].pid), SIGKILL)
        #expect(try await suite.eventually { try await suite.status("b").state == "failed" })
        let last: Program.Result = try await reload(suite)
        #expect(last.status == 0, "\(last.error)")
        #expect(last.lines.filter { $0.hasPrefix("stop ") }.count == 2, "\(last.output)")
        #expect(try await suite.status("a").pid == before[0].pid)
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        #expect(suite.leftovers == [])
        await suite.end()
    }

    private func statuses(_ suite: TriedSuite, _ names: [String]) async throws -> [VerticalReport] {
        var all: [VerticalReport] = []
        for name: String in names { all.append(try await suite.status(name)) }
        return all
    }

    @Test("while a launcher file is being carried out it is refused, and so it is where that was not done in full")
    func meanwhile() async throws {
        let suite: TriedSuite = try TriedSuite()
        let gate: String = "\(suite.folder)/gate"
        try suite.script(
            "a", beforeReady: "while generation == 2 and not os.path.exists('\(gate)'): time.sleep(0.02)\nif generation == 2: sys.exit(3)")
        let a: String = "  a: { executable: ./svc-a"
        #expect(try await suite.up("\(a) }").status == 0)
        try write(suite, "\(a), environment: { A: b } }")
        async let reloaded: Program.Result = reload(suite)
        #expect(try await suite.eventually { suite.noted.count { $0 == "start a" } == 2 })
        let early: Program.Result = try await reexec(suite)
        #expect(early.status == 1 && early.error.contains("a launcher file is being carried out"), "\(early.error)")
        try Data().write(to: URL(filePath: gate))
        #expect(try await reloaded.status == 1)
        let half: Program.Result = try await reexec(suite)
        #expect(half.status == 1 && half.error.contains("was not carried out in full"), "\(half.error)")
        #expect(try await reload(suite).status == 0)
        #expect(try await reexec(suite).status == 0)
        #expect(try await suite.status("a").generation == 3)
        await suite.end()
    }

    @Test("what a reload has added under 'launch' is not activated, and what was begun is not activated again")
    func activations() async throws {
        let suite: TriedSuite = try TriedSuite()
        let echo: String = "  echo: { executable: \(Program.folder)/svc-echo }"
        let once: String = "{ board: echo.echo, input: { bytes: \"\" } }"
        let stream: String = "{ board: echo.count, input: { count: 10000, delay: 1s } }"
        #expect(try await suite.up("\(echo)\nlaunch: [\(once), \(stream)]").status == 0)
        #expect(try await suite.eventually { suite.report.contains("launch: echo.echo") })
        try write(suite, echo, end: "launch: [{ board: echo.refuse, input: tooLong }]")
        #expect(try await reload(suite).status == 0)
        for _: Int in 0..<2 { #expect(try await reexec(suite).status == 0) }
        let active: Program.Result = try await suite.supervisor.run(["status", "--json"])
        #expect(active.status == 0)
        #expect(suite.report.components(separatedBy: "launch: echo.echo").count == 2, "\(suite.report)")
        #expect(!suite.report.contains("launch: echo.refuse"), "\(suite.report)")
        await suite.end()
    }

    @Test("sockets of what a later launcher file leaves out are removed, and can be made again")
    func sockets() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try suite.script("b", uses: ["A"])
        let (a, b): (String, String) = ("  a: { executable: ./svc-a }", "  b: { executable: ./svc-b }")
        #expect(try await suite.up("\(a)\n\(b)").status == 0)
        #expect(try await reexec(suite).status == 0)
        try write(suite, a)
        #expect(try await reload(suite).status == 0)
        #expect(!FileManager.default.fileExists(atPath: "\(suite.home)/run/operator/b.sock"))
        try write(suite, "\(a)\n\(b)")
        let again: Program.Result = try await reload(suite)
        #expect(again.status == 0, "\(again.error)")
        #expect(try await suite.status("b").state == "ready")
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        #expect(suite.leftovers == [])
        await suite.end()
    }
}
