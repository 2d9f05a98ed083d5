import Foundation
import Testing

/// `svc-supervisor replace` with processes that do what it has to cope with.
@Suite("Replacing real processes", .serialized, .timeLimit(.minutes(5)))
struct ReplaceProcessTests {
    /// Does not go by SIGTERM.
    private static func lingers(_ generation: Int) -> String {
        "if generation == \(generation): signal.signal(signal.SIGTERM, lambda *_: note('told'))"
    }

    private func starts(_ suite: TriedSuite) -> Int { suite.noted.count { $0 == "start a" } }

    private func replace(_ suite: TriedSuite, _ names: String...) async throws -> Program.Result {
        try await suite.supervisor.run(["replace"] + names)
    }

    @Test("the next one starts, and the one before goes once that is ready")
    func inOrder() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        let before: VerticalReport = try await suite.status("a")
        let replaced: Program.Result = try await replace(suite, "a")
        #expect(replaced.status == 0, "\(replaced.error)")
        let after: VerticalReport = try await suite.status("a")
        #expect(after.generation == 2 && after.restarts == 0 && after.state == "ready" && after.pid != before.pid)
        #expect(suite.noted == ["start a", "ready a", "start a", "ready a", "stop a"])
        #expect(after.others.isEmpty)
        await suite.end()
    }

    @Test(
        "one that dies or hangs before it is ready is thrown away, and the one before stays as it was",
        arguments: [
            ("sys.exit(3)", "generation 2 exited with status 3 before it was ready"),
            ("time.sleep(1000)", "generation 2 was not ready within 1.5 seconds"),
        ])
    func thrownAway(code: String, reason: String) async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", beforeReady: "if generation == 2: \(code)")
        #expect(try await suite.up("  a: { executable: ./svc-a, start-timeout: 1500ms }").status == 0)
        let before: VerticalReport = try await suite.status("a")
        let refused: Program.Result = try await replace(suite, "a")
        #expect(refused.status == 1 && refused.error.contains(reason) && refused.error.contains("goes on"), "\(refused.error)")
        let after: VerticalReport = try await suite.status("a")
        #expect(after.pid == before.pid && after.generation == 1 && after.state == "ready" && after.others.isEmpty)
        #expect(!suite.noted.contains("stop a"))
        #expect(suite.report.contains("a: generation 2 was thrown away"), "\(suite.report)")
        // The next try has a number of its own.
        #expect(try await replace(suite, "a").status == 0)
        #expect(try await suite.status("a").generation == 3)
        await suite.end()
    }

    @Test("while one goes on, both are shown, a second one is refused, and what the new one says counts for it alone")
    func twice() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", afterReady: Self.lingers(1))
        #expect(try await suite.up("  a: { executable: ./svc-a, stop-grace: 10m, watchdog: 3s }").status == 0)
        let old: Int32 = try #require(try await suite.status("a").pid)
        async let first: Program.Result = replace(suite, "a")
        #expect(try await suite.isReady("a", generation: 2))
        #expect(try await suite.eventually { suite.noted.contains("told a") })
        let status: VerticalReport = try await suite.status("a")
        #expect(status.generation == 2 && status.others.map(\.generation) == [1] && status.others.map(\.pid) == [old])
        #expect(status.others.map(\.state) == ["draining"])
        let table: Program.Result = try await suite.supervisor.run(["status"])
        #expect(table.lines.contains { $0.hasPrefix("a ") && $0.contains("draining") }, "\(table.output)")
        let second: Program.Result = try await replace(suite, "a")
        #expect(second.status == 1 && second.error.contains("is being replaced already"), "\(second.error)")
        kill(old, SIGKILL)
        let answer: Program.Result = try await first
        #expect(answer.status == 0, "\(answer.error)")
        #expect(try await suite.status("a").generation == 2)
        await suite.end()
    }

    @Test("where the old one dies meanwhile, the next is the only one; where the new one dies, it is started again")
    func crashes() async throws {
        let suite: TriedSuite = try TriedSuite()
        let waits: String = "while generation == 2 and not os.path.exists('\(suite.folder)/go'): time.sleep(0.02)"
        try suite.script("a", beforeReady: waits, afterReady: Self.lingers(2))
        #expect(try await suite.up("  a: { executable: ./svc-a, stop-grace: 10m }").status == 0)
        let old: Int32 = try #require(try await suite.status("a").pid)
        async let first: Program.Result = replace(suite, "a")
        #expect(try await suite.eventually { starts(suite) == 2 })
        kill(old, SIGKILL)
        let isAlone: Bool = try await suite.eventually { try await suite.status("a").generation == 2 }
        #expect(isAlone)
        try Data().write(to: URL(filePath: "\(suite.folder)/go"))
        let answer: Program.Result = try await first
        #expect(answer.status == 0, "\(answer.error)")
        let second: VerticalReport = try await suite.status("a")
        #expect(second.state == "ready" && second.restarts == 1)
        #expect(starts(suite) == 2)
        // Now the one before lingers, and the new one dies.
        async let next: Program.Result = replace(suite, "a")
        #expect(try await suite.isReady("a", generation: 3))
        kill(try #require(try await suite.status("a").pid), SIGKILL)
        #expect(try await suite.isReady("a", generation: 4))
        kill(try #require(second.pid), SIGKILL)
        _ = try await next
        #expect(try await suite.status("a").generation == 4)
        await suite.end()
    }

    @Test("stop, restart and down end both of them")
    func stopped() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", beforeReady: "if generation in (2, 4): time.sleep(1000)")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        for word: String in ["restart", "stop"] {
            let before: Int = starts(suite)
            async let replaced: Program.Result = replace(suite, "a")
            #expect(try await suite.eventually { starts(suite) == before + 1 })
            #expect(try await suite.supervisor.run([word, "a"]).status == 0)
            let answer: Program.Result = try await replaced
            #expect(answer.status == 1 && answer.error.contains("was told to stop"), "\(answer.error)")
        }
        #expect(try await suite.status("a").state == "stopped")
        // One that is stopped is started.
        #expect(try await replace(suite, "a").status == 0)
        #expect(try await suite.status("a").state == "ready")
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        #expect(suite.leftovers == [])
        await suite.end()
    }

    @Test("one that must be alone goes before the next starts; all of them are replaced in the order of who uses whom")
    func exclusive() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("b", uses: ["A"])
        try suite.script("a", handover: "exclusive")
        #expect(try await suite.up("  b: { executable: ./svc-b }\n  a: { executable: ./svc-a }").status == 0)
        let replaced: Program.Result = try await replace(suite, "--all")
        #expect(replaced.status == 0, "\(replaced.error)")
        #expect(suite.noted.dropFirst(4) == ["stop a", "start a", "ready a", "start b", "ready b", "stop b"], "\(suite.noted)")
        await suite.end()
    }

    @Test("wrong usage is said, and nothing happens")
    func usage() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        #expect(try await suite.supervisor.run(["replace"]).status == 2)
        #expect(try await replace(suite, "a", "--all").status == 2)
        let unknown: Program.Result = try await replace(suite, "b")
        #expect(unknown.status == 2 && unknown.error.contains("no vertical 'b'"))
        #expect(try await suite.status("a").generation == 1)
        await suite.end()
    }

    @Test("who leaves while all are replaced lets the one that was begun go on, and no other is begun")
    func leaving() async throws {
        let suite: TriedSuite = try TriedSuite()
        let gate: String = "\(suite.folder)/gate"
        try suite.script("a", beforeReady: "while generation == 2 and not os.path.exists('\(gate)'): time.sleep(0.02)")
        try suite.script("b", uses: ["A"])
        #expect(try await suite.up("  a: { executable: ./svc-a }\n  b: { executable: ./svc-b }").status == 0)
        // A test's thread may block signals, and a job in the background ignores SIGINT: their children would, too.
        let leaver: String = """
            import signal, subprocess, time
            def own_signals():
                signal.pthread_sigmask(signal.SIG_SETMASK, [])
                signal.signal(signal.SIGINT, signal.SIG_DFL)
            asker = subprocess.Popen(["\(Program.folder)/svc-supervisor", "replace", "--all", "--home", "\(suite.home)"],
                preexec_fn=own_signals)
            end = time.monotonic() + 60
            while open("\(suite.events)").read().count("start a") < 2 and time.monotonic() < end: time.sleep(0.05)
            asker.send_signal(signal.SIGINT)
            print(asker.wait(60))
            """
        let left: Program.Result = try await Program.python.run(["-c", leaver])
        #expect(left.status == 0 && left.output != "0\n" && starts(suite) == 2, "\(left)")
        try Data().write(to: URL(filePath: gate))
        #expect(try await suite.isReady("a", generation: 2))
        let isOver: Bool = try await suite.eventually { try await suite.status("a").others.isEmpty }
        #expect(isOver && !suite.noted.contains("stop b"), "\(suite.noted)")
        await suite.end()
    }

    @Test("a restart of one that is being replaced starts the new program, and it is known as that")
    func restartedMeanwhile() async throws {
        let suite: TriedSuite = try TriedSuite()
        func put(_ program: String, _ before: String = "") throws {
            let path: String = "\(suite.folder)/svc-ledger"
            let built: String = "\(Program.folder)/\(program)"
            let text: String = "#!/bin/sh\n[ \"$1\" = --describe ] && exec \(built) --describe\n\(before)\nexec \(built)\n"
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        try put("ledger-v1")
        let up: Program.Result = try await suite.up(
            "  ledger: { executable: ./svc-ledger, stop-grace: 3s }", isolation: "{ write: [./], read: [\(Program.folder)] }")
        #expect(up.status == 0, "\(up.error)")
        // The one that is to take the place never does, and does not go by SIGTERM.
        try put("ledger-v2", "[ \"$COLONNADE_GENERATION\" = 2 ] && trap '' TERM && while :; do sleep 0.05; done")
        async let replaced: Program.Result = replace(suite, "ledger")
        #expect(try await suite.eventually { try await suite.status("ledger").others.map(\.generation) == [2] })
        let restarted: Program.Result = try await suite.supervisor.run(["restart", "ledger"])
        #expect(restarted.status == 0, "\(restarted.error)")
        _ = try await replaced
        #expect(try await suite.eventually { try await suite.status("ledger").others.isEmpty })
        #expect(try await suite.status("ledger").generation == 3)
        #expect(try await suite.supervisor.run(["describe", "ledger"]).output.contains("count"))
        await suite.end()
    }
}
