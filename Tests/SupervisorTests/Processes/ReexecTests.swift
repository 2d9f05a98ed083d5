import Foundation
import Testing

/// Another program takes the supervisor's place, in the same process, while real verticals run.
@Suite("The supervisor's next program", .serialized, .timeLimit(.minutes(5)))
struct ReexecTests {
    /// Writes one line after the other, each in two pieces.
    private static let writesLines: String = """
        number = 0
        while True:
            number += 1
            sys.stdout.write("line "); sys.stdout.flush()
            sys.stdout.write(str(number) + "\\n"); sys.stdout.flush()
            if number % 50 == 0: say("WATCHDOG=1")
            time.sleep(0.002)
        """

    private func reexec(_ suite: TriedSuite, _ more: String...) async throws -> Program.Result {
        try await suite.supervisor.run(["reexec"] + more)
    }

    private func echo(_ suite: TriedSuite, verticals: String = "") async throws {
        let path: String = "\(Program.folder)/svc-echo"
        let up: Program.Result = try await suite.up("  echo: { executable: \(path) }\n\(verticals)")
        try #require(up.status == 0, "\(up.error)")
    }

    /// A program that is not the supervisor's own.
    private func program(_ suite: TriedSuite, _ text: String) throws -> String {
        let path: String = "\(suite.folder)/next"
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    @Test("no vertical and no caller notices, twice in a row; then a child that dies comes back, and down works")
    func unnoticed() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("talker", afterReady: Self.writesLines)
        try await echo(suite, verticals: "  talker: { executable: ./svc-talker }")
        let before: [VerticalReport] = [try await suite.status("echo"), try await suite.status("talker")]
        let supervisor: Int32 = try suite.supervisorPID()
        let calls: EchoCalls = EchoCalls(home: suite.home)
        async let load: Void = calls.run()
        for number: Int in 2...3 {
            let taken: Program.Result = try await reexec(suite)
            #expect(taken.status == 0 && taken.output.contains("program number \(number)"), "\(taken.error) \(suite.report)")
        }
        calls.stop()
        await load
        #expect(calls.failures == [] && calls.count > 0)
        #expect(calls.dials == 1, "a connection of its own was not left alone")
        for old: VerticalReport in before {
            let now: VerticalReport = try await suite.status(old.name)
            #expect(now.pid == old.pid && now.generation == old.generation && now.restarts == 0 && now.state == "ready")
        }
        #expect(try suite.supervisorPID() == supervisor)
        try await checkLines(suite)
        kill(try #require(before[0].pid), SIGKILL)
        #expect(try await suite.isReady("echo", generation: 2))
        #expect(try await suite.supervisor.run(["crashes"]).output.contains("echo-1-"))
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        #expect(suite.leftovers == [])
        await suite.end()
    }

    /// Every line is in the log, whole and once.
    private func checkLines(_ suite: TriedSuite) async throws {
        let path: String = "\(suite.home)/logs/talker.log"
        #expect(try await suite.eventually { (try? String(contentsOfFile: path, encoding: .utf8))?.contains("line 500\n") == true })
        let lines: [Substring] = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("line") }
        #expect(lines.dropLast().enumerated().allSatisfy { $1 == "line \($0 + 1)" })
    }

    @Test("a program that is broken, or no supervisor, is refused, and the old one goes on")
    func broken() async throws {
        let suite: TriedSuite = try TriedSuite()
        try await echo(suite)
        let before: VerticalReport = try await suite.status("echo")
        let cases: [(program: String, reason: String)] = [
            ("/bin/true", "can not take the suite"), (try program(suite, "echo no such thing >&2; exit 2"), "no such thing"),
            ("\(suite.folder)/none", "no program"), (suite.folder, "belongs to somebody else"),
        ]
        for (program, reason): (String, String) in cases {
            let refused: Program.Result = try await reexec(suite, "--executable", program)
            #expect(refused.status == 1 && refused.error.contains(reason) && refused.error.contains("goes on"), "\(refused.error)")
        }
        let open: String = try program(suite, "exit 0")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open)
        #expect(try await reexec(suite, "--executable", open).error.contains("others may write it"))
        #expect(try await suite.status("echo").pid == before.pid)
        #expect(try await reexec(suite).status == 0, "the next try is not refused for the last one's sake")
        await suite.end()
    }

    @Test("a program that gives no answer is ended, and the old one goes on")
    func silent() async throws {
        let suite: TriedSuite = try TriedSuite()
        try await echo(suite)
        let before: VerticalReport = try await suite.status("echo")
        let silent: String = try program(suite, "while :; do sleep 0.1; done")
        async let refused: Program.Result = reexec(suite, "--executable", silent)
        #expect(try await suite.eventually { Self.runs(silent) })
        let second: Program.Result = try await reexec(suite)
        #expect(second.status == 1 && second.error.contains("on its way into its place already"), "\(second.error)")
        #expect(try await suite.supervisor.run(["restart", "echo"]).status == 0, "nothing can be done meanwhile")
        let answer: Program.Result = try await refused
        #expect(answer.status == 1 && answer.error.contains("goes on"), "\(answer.error)")
        #expect(try await suite.eventually { !Self.runs(silent) })
        #expect(try await suite.status("echo").generation == before.generation + 1)
        #expect(try await reexec(suite).status == 0)
        await suite.end()
    }

    /// Whether a process runs that was started by this path.
    private static func runs(_ path: String) -> Bool {
        let entries: [String] = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.contains { entry in
            guard Int32(entry) != nil, let words: Data = FileManager.default.contents(atPath: "/proc/\(entry)/cmdline") else {
                return false
            }
            return words.range(of: Data("\(path)\0".utf8)) != nil && words.range(of: Data("--check".utf8)) != nil
        }
    }

    @Test("a stop that was begun is carried out by the next program, and what it stopped stays so")
    func stopping() async throws {
        let suite: TriedSuite = try TriedSuite()
        let gate: String = "\(suite.folder)/gate"
        // It drains until the gate is open.
        let drains: String = """
            def drain(number, frame):
                note("told")
                while not os.path.exists('\(gate)'): time.sleep(0.02)
                stop(number, frame)
            signal.signal(signal.SIGTERM, drain)
            """
        try suite.script("a")
        try suite.script("b", uses: ["A"], afterReady: drains)
        #expect(try await suite.up("  a: { executable: ./svc-a }\n  b: { executable: ./svc-b, stop-grace: 10m }").status == 0)
        // a waits for b, its consumer, to end.
        async let stopped: Program.Result = suite.supervisor.run(["stop", "a", "b"])
        #expect(try await suite.eventually { suite.noted.contains("told b") })
        #expect(try await reexec(suite).status == 0)
        let answer: Program.Result = try await stopped
        #expect(answer.status == 0 || answer.error.contains("unknown") || answer.status == 3, "\(answer.status) \(answer.error)")
        #expect(try await suite.status("b").state == "draining")
        #expect(try await suite.status("a").state == "ready")
        try Data().write(to: URL(filePath: gate))
        #expect(try await are(suite, ["a": "stopped", "b": "stopped"]))
        #expect(suite.noted.suffix(2) == ["stop b", "stop a"])
        #expect(try await suite.supervisor.run(["start", "b"]).status == 0)
        #expect(try await are(suite, ["a": "ready", "b": "ready"]))
        await suite.end()
    }

    @Test("a child has the same user before and after, and its files are its own")
    func users() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", beforeReady: "open(os.environ['STATE_DIRECTORY'] + '/mine', 'a').write('x')")
        try suite.script("b", uses: ["A"])
        #expect(try await suite.up("  a: { executable: ./svc-a }\n  b: { executable: ./svc-b }").status == 0)
        let before: VerticalReport = try await suite.status("a")
        let user: Int? = try Self.user(of: before)
        #expect(try await reexec(suite).status == 0)
        let after: VerticalReport = try await suite.status("a")
        #expect(after.pid == before.pid && after.enforced == before.enforced && after.notEnforced == before.notEnforced)
        kill(try #require(after.pid), SIGKILL)
        #expect(try await suite.isReady("a", generation: 2))
        #expect(try Self.user(of: try await suite.status("a")) == user)
        if getuid() == 0, before.enforced.contains(where: { $0.hasPrefix("user: ") }) {
            #expect(user != 0)
            #expect(try Self.user(of: try await suite.status("b")) != user)
        }
        #expect(try await suite.supervisor.run(["crashes"]).output.contains("signal 9"))
        await suite.end()
    }

    private static func user(of vertical: VerticalReport) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "/proc/\(try #require(vertical.pid))")[.ownerAccountID] as? Int
    }

    @Test("two operators at once: each is done or told that another is at it, and nothing is lost")
    func twoOperators() async throws {
        let suite: TriedSuite = try TriedSuite()
        try await echo(suite)
        let before: VerticalReport = try await suite.status("echo")
        let results: [Program.Result] = try await withThrowingTaskGroup(of: Program.Result.self) { group in
            for _: Int in 0..<4 { group.addTask { try await reexec(suite) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.contains { $0.status == 0 })
        for result: Program.Result in results where result.status != 0 {
            // Who asked just when the connections were closed hears that nothing was done, or that it is not known.
            #expect(
                result.error.contains("already") || result.status == 3 || result.error.contains("unknown")
                    || result.error.contains("not dispatched"), "\(result.error)")
        }
        #expect(try await suite.status("echo").pid == before.pid)
        await suite.end()
    }

    @Test("a child that is starting becomes ready, one that backs off comes back, and one that is stopped stays so")
    func betweenTwo() async throws {
        let suite: TriedSuite = try TriedSuite()
        let (gate, crash): (String, String) = ("\(suite.folder)/gate", "\(suite.folder)/crash")
        try suite.script("slow", beforeReady: "while generation > 1 and not os.path.exists('\(gate)'): time.sleep(0.02)")
        try suite.script("weak", afterReady: "while not os.path.exists('\(crash)'): time.sleep(0.02); say('WATCHDOG=1')\nsys.exit(1)")
        try suite.script("idle")
        let up: Program.Result = try await suite.up(
            "  slow: { executable: ./svc-slow }\n  weak: { executable: ./svc-weak, intensity: { restarts: 100, within: 1m } }\n  idle: { executable: ./svc-idle }"
        )
        try #require(up.status == 0, "\(up.error)")
        #expect(try await suite.supervisor.run(["stop", "idle"]).status == 0)
        async let restarted: Program.Result = suite.supervisor.run(["restart", "slow"])
        try Data().write(to: URL(filePath: crash))
        #expect(try await are(suite, ["weak": "backingOff", "slow": "starting"]))
        let slow: VerticalReport = try await suite.status("slow")
        #expect(try await reexec(suite).status == 0)
        #expect(try await suite.status("slow").pid == slow.pid)
        #expect(try await suite.status("idle").state == "stopped")
        try FileManager.default.removeItem(atPath: crash)
        try Data().write(to: URL(filePath: gate))
        #expect(try await are(suite, ["weak": "ready", "slow": "ready"]))
        #expect(try await suite.status("weak").restarts > 0, "what was counted is forgotten")
        #expect(try await suite.status("slow").generation == 2)
        _ = try await restarted
        await suite.end()
    }

    private func are(_ suite: TriedSuite, _ states: [String: String]) async throws -> Bool {
        try await suite.eventually {
            for (name, state): (String, String) in states {
                guard try await suite.status(name).state == state else { return false }
            }
            return true
        }
    }

    @Test("while a vertical is being replaced it is refused")
    func duringReplace() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", afterReady: "if generation == 1: signal.signal(signal.SIGTERM, lambda *_: note('told'))")
        #expect(try await suite.up("  a: { executable: ./svc-a, stop-grace: 10m }").status == 0)
        async let replaced: Program.Result = suite.supervisor.run(["replace", "a"])
        #expect(try await suite.eventually { suite.noted.contains("told a") })
        let refused: Program.Result = try await reexec(suite)
        #expect(refused.status == 1 && refused.error.contains("a is being replaced"), "\(refused.error)")
        kill(try #require(try await suite.status("a").others.first?.pid), SIGKILL)
        #expect(try await replaced.status == 0)
        #expect(try await reexec(suite).status == 0)
        await suite.end()
    }

    @Test("a program that fails when it has taken the place leaves no child, and says so")
    func failsAfterwards() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        let supervisor: String = "\(Program.folder)/svc-supervisor"
        // It can take the suite, and then does not find it.
        let next: String = try program(
            suite,
            "case \"$*\" in *--check*) exec \(supervisor) \"$@\";; *) exec \(supervisor) resume --home \"$3\" --descriptor 9999;; esac")
        let failed: Program.Result = try await reexec(suite, "--executable", next)
        #expect(failed.status == 1 && failed.error.contains("has stopped it"), "\(failed.error)")
        #expect(try await suite.eventually { suite.leftovers == [] })
        #expect(suite.noted == ["start a", "ready a", "stop a"])
        #expect(suite.report.contains("can not be taken over"), "\(suite.report)")
        #expect(try await comesUpAgain(suite))
        await suite.end()
    }

    @Test(
        "children do not outlive a program that took the place and was killed, and SIGTERM stops it in order",
        arguments: [SIGKILL, SIGTERM])
    func ends(by number: Int32) async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        #expect(try await reexec(suite).status == 0)
        // One that the next program has started itself goes as well.
        #expect(try await suite.supervisor.run(["restart", "a"]).status == 0)
        #expect(try await reexec(suite).status == 0)
        kill(try suite.supervisorPID(), number)
        #expect(try await suite.eventually { suite.leftovers.filter { $0.hasPrefix("process") } == [] })
        #expect(suite.noted.count { $0 == "stop a" } == (number == SIGKILL ? 1 : 2))
        #expect(try await comesUpAgain(suite))
        await suite.end()
    }

    /// Whether the suite can come up: its supervisor goes behind the last of its children, and has the home until then.
    private func comesUpAgain(_ suite: TriedSuite) async throws -> Bool {
        try await suite.eventually {
            try await suite.supervisor.run(["up", "--launcher", "\(suite.folder)/tried.yml", "--detach"]).status == 0
        }
    }
}
