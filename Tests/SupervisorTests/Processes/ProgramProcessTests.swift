import Foundation
import Testing

/// Programs that are no verticals: databases, brokers, scripts.
@Suite("Programs beside verticals", .serialized, .timeLimit(.minutes(3)))
struct ProgramProcessTests {
    /// A Python program that notes when it starts and which signal ends it, and does something before it waits for that.
    private func python(_ suite: TriedSuite, _ name: String, _ work: String) throws {
        let text: String = """
            import os, signal, socket, sys
            def note(what):
                with open("\(suite.events)", "a") as file: file.write(what + " \(name)\\n")
            def stop(number, frame):
                note(signal.Signals(number).name)
                sys.exit(0)
            for number in (signal.SIGINT, signal.SIGTERM): signal.signal(number, stop)
            note("start")
            \(work)
            while True: signal.pause()
            """
        try Data(text.utf8).write(to: URL(filePath: "\(suite.folder)/\(name).py"))
    }

    private func line(_ suite: TriedSuite, _ name: String, _ options: String = "", before: String = "") -> String {
        "  \(name): { \(before)program: { command: [/usr/bin/python3, ./\(name).py]\(options) } }"
    }

    @Test("a vertical starts when the program that it needs accepts connections, and stops before it, by the signal that was asked for")
    func socket() async throws {
        let suite: TriedSuite = try TriedSuite()
        try python(
            suite, "db",
            """
            while not os.path.exists("\(suite.folder)/go"): __import__("time").sleep(0.01)
            note("listens")
            s = socket.socket(socket.AF_UNIX); s.bind("db.sock"); s.listen(5)
            """)
        try suite.script("a")
        let db: String = line(suite, "db", ", ready: socket db.sock, stop: SIGINT")
        async let up: Program.Result = suite.up("  a: { executable: ./svc-a, needs: [db] }\n\(db)")
        #expect(try await suite.eventually { suite.noted.contains("start db") })
        #expect(!suite.noted.contains("start a"))
        try Data().write(to: URL(filePath: "\(suite.folder)/go"))
        #expect(try await up.status == 0)
        #expect(suite.noted == ["start db", "listens db", "start a", "ready a"])
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        #expect(suite.noted.suffix(2) == ["stop a", "SIGINT db"])
        #expect(suite.leftovers == [])
        await suite.end()
    }

    @Test("a program that is ready by a command's word comes back when it dies, with what it left in its folder")
    func command() async throws {
        let suite: TriedSuite = try TriedSuite()
        try python(suite, "db", "open(sys.argv[1] + \"/marker\", \"a\").close()")
        let program: String =
            "command: [/usr/bin/python3, ./db.py, \"${STATE_DIRECTORY}\"], ready: { exec: [test, -e, \"${STATE_DIRECTORY}/marker\"] }"
        #expect(try await suite.up("  db: { program: { \(program) } }").status == 0)
        let first: VerticalReport = try await suite.status("db")
        #expect(first.state == "ready" && FileManager.default.fileExists(atPath: "\(suite.home)/state/db/marker"))
        kill(try #require(first.pid), SIGKILL)
        #expect(try await suite.isReady("db", generation: 2))
        await suite.end()
    }

    @Test("a program that is never ready fails as a vertical does, and what needs it waits")
    func never() async throws {
        let suite: TriedSuite = try TriedSuite()
        try python(suite, "db", "pass")
        try suite.script("a")
        let policy: String = "failed: stay, start-timeout: 300ms, intensity: { restarts: 0, within: 60s }, "
        let result: Program.Result = try await suite.up(
            "  a: { executable: ./svc-a, needs: [db] }\n\(line(suite, "db", ", ready: exec false", before: policy))")
        #expect(result.status != 0)
        #expect("\(result.output)\(result.error)".contains("was not ready within 0.3 seconds"), "\(result)")
        #expect(!suite.noted.contains("start a"))
        await suite.end()
    }

    @Test("a program may say by itself that it is ready, and what it has started ends with it")
    func notify() async throws {
        let suite: TriedSuite = try TriedSuite()
        try python(
            suite, "db",
            """
            import subprocess
            child = subprocess.Popen(["sleep", "1000"])
            with open("\(suite.folder)/child", "w") as file: file.write(str(child.pid))
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
            """)
        #expect(try await suite.up(line(suite, "db", ", ready: notify")).status == 0)
        let child: Int32 = try #require(Int32(try String(contentsOfFile: "\(suite.folder)/child", encoding: .utf8)))
        #expect(kill(child, 0) == 0)
        #expect(try await suite.supervisor.run(["stop", "db"]).status == 0)
        #expect(try await suite.eventually { kill(child, 0) != 0 })
        let called: Program.Result = try await suite.supervisor.run(["call", "db", "x"])
        #expect(called.status != 0 && called.error.contains("db is a program, and offers no interface"), "\(called)")
        await suite.end()
    }

    @Test("a program that is not installed is told before anything starts")
    func missing() async throws {
        let suite: TriedSuite = try TriedSuite()
        let result: Program.Result = try await suite.up("  db: { program: { command: [no-such-database] } }")
        #expect(result.status == 1)
        #expect(
            result.error.contains(
                "tried.yml:3: error: the program of db is not there: no program 'no-such-database' in PATH, beside svc-supervisor, or "
                    + "beside the launcher file; install it, or give its path"), "\(result)")
        await suite.end()
    }
}
