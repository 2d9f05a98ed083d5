import Foundation
import Testing

/// Groups as OTP's supervisors, with processes that end.
@Suite("Groups of real processes", .serialized, .timeLimit(.minutes(5)))
struct GroupProcessTests {
    /// A suite of scripts that is up.
    private func up(_ names: [String], _ groups: String, _ keys: [String: String] = [:]) async throws -> TriedSuite {
        let suite: TriedSuite = try TriedSuite()
        for name: String in names { try suite.script(name) }
        let verticals: String = names.map { "  \($0): { executable: ./svc-\($0)\(keys[$0].map { ", \($0)" } ?? "") }" }
            .joined(separator: "\n")
        let up: Program.Result = try await suite.up(verticals, top: "groups: [\(groups)]")
        #expect(up.status == 0, "\(up.error)")
        return suite
    }

    private func end(_ name: String, of suite: TriedSuite, by signal: Int32 = SIGKILL) async throws {
        kill(try #require(try await suite.status(name).pid), signal)
    }

    private func generations(_ suite: TriedSuite, _ names: [String]) async throws -> [Int] {
        var all: [Int] = []
        for name: String in names { all.append(try await suite.status(name).generation) }
        return all
    }

    @Test(
        "those that a group ties to one that has ended are restarted, and no others",
        arguments: [("one-for-one", [1, 2, 1, 1]), ("one-for-all", [2, 2, 2, 1]), ("rest-for-one", [1, 2, 2, 1])])
    func strategies(strategy: String, generations: [Int]) async throws {
        let names: [String] = ["a", "b", "c", "x"]
        let suite: TriedSuite = try await up(
            names, "{ name: g, strategy: \(strategy), members: [a, b, c], intensity: { restarts: 3, within: 60s } }")
        try await end("b", of: suite)
        for (name, generation): (String, Int) in zip(names, generations) { #expect(try await suite.isReady(name, generation: generation)) }
        #expect(try await self.generations(suite, names) == generations, "\(suite.report)")
        await suite.end()
    }

    @Test(
        "a permanent member that exits with 0 counts, a transient one only with another status, a temporary one never",
        arguments: [
            ("permanent", SIGTERM, true), ("transient", SIGTERM, false), ("transient", SIGKILL, true), ("temporary", SIGKILL, false),
        ])
    func restarts(restart: String, signal: Int32, isCounted: Bool) async throws {
        let suite: TriedSuite = try await up(
            ["a", "b"], "{ name: g, members: [a, b], intensity: { restarts: 0, within: 60s }, failed: stay }", ["a": "restart: \(restart)"])
        // A script exits with 0 after SIGTERM, whoever sends it.
        try await end("a", of: suite, by: signal)
        #expect(try await suite.eventually { try await suite.status("a").pid == nil })
        if isCounted {
            #expect(try await suite.eventually { try await suite.status("b").state == "stopped" })
        } else {
            #expect(try await suite.status("b").state == "ready")
        }
        #expect(try await suite.status("a").generation == 1)
        await suite.end()
    }

    @Test("a group counts its members' restarts together, stays down with one more, and is brought back by `start`")
    func intensity() async throws {
        let suite: TriedSuite = try await up(
            ["a", "b", "x"], "{ name: g, members: [a, b], intensity: { restarts: 2, within: 10m }, failed: stay }")
        try await end("a", of: suite)
        #expect(try await suite.isReady("a", generation: 2))
        try await end("b", of: suite)
        #expect(try await suite.isReady("b", generation: 2))
        let status: Program.Result = try await suite.supervisor.run(["status"])
        #expect(
            status.lines.suffix(3) == ["g  one-for-one, 2 of 2 restarts within 600s", "├─ a  ready", "└─ b  ready"], "\(status.output)")
        try await end("a", of: suite)
        #expect(try await suite.eventually { try await suite.status("b").state == "stopped" })
        let lost: VerticalReport = try await suite.status("a")
        #expect(lost.state == "failed" && lost.reason?.contains("group g has restarted members 2 times within 600.0 seconds") == true)
        #expect(
            suite.report.contains("a has ended again, and group g has restarted members 2 times within 600.0 seconds: group g has failed"))
        #expect(try await suite.status("x").generation == 1)
        #expect(try await suite.supervisor.run(["start", "a"]).status == 0)
        #expect(try await suite.isReady("b", generation: 3))
        await suite.end()
    }

    @Test("a group that has failed is tried again after a while, all of it")
    func retried() async throws {
        let suite: TriedSuite = try await up(
            ["a", "b"], "{ name: g, members: [a, b], intensity: { restarts: 0, within: 10m } }",
            ["a": "retry: { initial: 300ms, maximum: 300ms }"])
        try await end("a", of: suite)
        #expect(try await suite.isReady("a", generation: 2))
        #expect(try await suite.isReady("b", generation: 2))
        await suite.end()
    }

    @Test("a group in another that has failed is begun anew by that, which counts; then that fails, and the suite goes down")
    func escalation() async throws {
        let inner: String = "{ name: inner, strategy: one-for-one, members: [a, b], intensity: { restarts: 0, within: 10m } }"
        let suite: TriedSuite = try await up(
            ["x", "a", "b", "y"],
            "{ name: outer, strategy: rest-for-one, members: [x, \(inner), y], intensity: { restarts: 1, within: 10m }, failed: down }")
        try await end("a", of: suite)
        for name: String in ["a", "b", "y"] { #expect(try await suite.isReady(name, generation: 2)) }
        #expect(try await generations(suite, ["x", "a", "b", "y"]) == [1, 2, 2, 2])
        let status: Program.Result = try await suite.supervisor.run(["status"])
        #expect(
            status.lines.map { $0.split(separator: ",")[0] }.suffix(6)
                == ["outer  rest-for-one", "├─ x  ready", "├─ inner  one-for-one", "│  ├─ a  ready", "│  └─ b  ready", "└─ y  ready"],
            "\(status.output)")
        #expect(status.output.contains("1 of 1 restart within"), "\(status.output)")
        let pid: Int32 = try suite.supervisorPID()
        try await end("b", of: suite)
        #expect(try await suite.eventually { kill(pid, 0) != 0 })
        #expect(suite.report.contains("tried went down: group outer has failed; b has ended again"), "\(suite.report)")
        #expect(suite.leftovers == [])
        await suite.end()
    }

    @Test("`up` in the foreground exits with 1 where a group has taken the suite down")
    func foreground() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", afterReady: "time.sleep(0.5); sys.exit(0)")
        try Data(
            """
            launcher: tried
            verticals:
              a: { executable: ./svc-a }
            isolation: { write: [./] }
            groups:
              - { name: g, members: [a], intensity: { restarts: 1, within: 10m }, failed: down }

            """.utf8
        ).write(to: URL(filePath: "\(suite.folder)/tried.yml"))
        let result: Program.Result = try await suite.supervisor.run(["up", "--launcher", "\(suite.folder)/tried.yml"])
        #expect(result.status == 1 && result.error.contains("tried went down: group g has failed"), "\(result.output)\(result.error)")
        #expect(suite.noted.filter { $0 == "ready a" }.count == 2, "\(suite.noted)")
        await suite.end()
    }

    @Test("a reload takes groups that have changed, without a process")
    func reloaded() async throws {
        let suite: TriedSuite = try await up(
            ["a", "b"], "{ name: g, members: [a, b], intensity: { restarts: 0, within: 10m }, failed: stay }")
        let file: String = try String(contentsOfFile: "\(suite.folder)/tried.yml", encoding: .utf8)
        let inner: String = "{ name: inner, members: [b], intensity: { restarts: 0, within: 10m } }"
        let next: String = file.replacing(
            /groups: .*/,
            with: "groups: [{ name: g, strategy: one-for-all, members: [a, \(inner)], intensity: { restarts: 5, within: 10m } }]")
        try Data(next.utf8).write(to: URL(filePath: "\(suite.folder)/tried.yml"))
        let done: Program.Result = try await suite.supervisor.run(["reload"])
        #expect(done.lines.prefix(2) == ["adjust  a  group g", "adjust  b  group g; group inner"], "\(done.output)\(done.error)")
        #expect(try await generations(suite, ["a", "b"]) == [1, 1])
        try await end("b", of: suite)
        #expect(try await suite.isReady("b", generation: 2))
        #expect(try await suite.isReady("a", generation: 2))
        await suite.end()
    }
}
