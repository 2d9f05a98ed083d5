import Foundation
import Testing

@Suite("Real processes", .serialized)
struct SuiteProcessTests {
    @Test("starts behind what is used, stops before it, and leaves nothing")
    func order() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", beforeReady: "time.sleep(0.2)")
        try suite.script("b", uses: ["A"], beforeReady: "time.sleep(0.2)")
        try suite.script("c", uses: ["B"])
        let up: Program.Result = try await suite.up(
            "  c: { executable: ./svc-c }\n  b: { executable: ./svc-b }\n  a: { executable: ./svc-a }")
        #expect(up.status == 0, "\(up.error)")
        #expect(suite.noted == ["start a", "ready a", "start b", "ready b", "start c", "ready c"])
        let attributes: [FileAttributeKey: Any] = try FileManager.default.attributesOfItem(atPath: "\(suite.home)/run/b/a.sock")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(!FileManager.default.fileExists(atPath: "\(suite.home)/run/c/a.sock"))
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        #expect(suite.noted.suffix(3) == ["stop c", "stop b", "stop a"])
        #expect(suite.leftovers == [])
        await suite.end()
    }

    @Test("a killed daemon is back with the next generation, and so is one that is restarted")
    func restarts() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        kill(try #require(try await suite.status("a").pid), SIGKILL)
        let isBack: Bool = try await suite.eventually {
            let status: VerticalReport = try await suite.status("a")
            return status.state == "ready" && status.generation == 2
        }
        #expect(isBack)
        #expect(try await suite.status("a").restarts == 1)
        #expect(try await suite.supervisor.run(["restart", "a"]).status == 0)
        let after: VerticalReport = try await suite.status("a")
        #expect(after.generation == 3 && after.restarts == 1 && after.state == "ready")
        await suite.end()
    }

    @Test("a daemon that ends again and again is failed, with the reason, and can be started again")
    func failed() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", afterReady: "if generation > 1 and not os.path.exists('\(suite.folder)/well'): sys.exit(3)")
        let policy: String = "intensity: { restarts: 2, within: 60s }, backoff: { initial: 50ms, maximum: 50ms }"
        #expect(try await suite.up("  a: { executable: ./svc-a, \(policy) }").status == 0)
        kill(try #require(try await suite.status("a").pid), SIGKILL)
        let isFailed: Bool = try await suite.eventually { try await suite.status("a").state == "failed" }
        #expect(isFailed)
        #expect(try await suite.status("a").reason?.contains("exited with status 3") == true)
        try Data().write(to: URL(filePath: "\(suite.folder)/well"))
        #expect(try await suite.supervisor.run(["start", "a"]).status == 0)
        await suite.end()
    }

    @Test("restarting what uses a failed vertical is answered with what it waits for")
    func restartStuck() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try suite.script("b", uses: ["A"])
        #expect(try await suite.up("  a: { executable: ./svc-a, restart: temporary }\n  b: { executable: ./svc-b }").status == 0)
        kill(try #require(try await suite.status("a").pid), SIGKILL)
        let isFailed: Bool = try await suite.eventually { try await suite.status("a").state == "failed" }
        #expect(isFailed)
        let restart: Program.Result = try await suite.supervisor.run(["restart", "b"])
        #expect(restart.status != 0 && restart.error.contains("waits for a"), "\(restart.error)")
        #expect(try await suite.status("b").state == "waiting")
        await suite.end()
    }

    @Test("a suite that does not come up says why, with the log's end, and is taken down")
    func doesNotComeUp() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try suite.script("b", uses: ["A"], beforeReady: "print('no key in the box'); sys.stdout.flush(); sys.exit(4)")
        let up: Program.Result = try await suite.up("  a: { executable: ./svc-a }\n  b: { executable: ./svc-b, restart: temporary }")
        #expect(up.status == 1)
        #expect(up.error.contains("b is not ready: it exited with status 4 before it was ready"), "\(up.error)")
        #expect(up.error.contains("no key in the box"))
        #expect(suite.leftovers == [])
        #expect(try await suite.supervisor.run(["status"]).status == 3)
        await suite.end()
    }

    @Test("mistakes in the launcher file are all told, and nothing is started")
    func mistakes() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", uses: ["Nowhere"])
        let up: Program.Result = try await suite.up(
            """
              a: { executable: ./svc-a, restart: maybe, colour: red }
              b: { executable: ./svc-none, stop-grace: 1 parsec }
              c: { executable: /bin/false }
            """)
        #expect(up.status == 1)
        let errors: [Substring] = up.error.split(separator: "\n").filter { $0.contains("tried.yml:") }
        #expect(errors.map { String($0.split(separator: ":")[1]) } == ["3", "3", "3", "4", "4", "5"], "\(up.error)")
        #expect(suite.noted == [] && suite.leftovers == [])
        await suite.end()
    }

    @Test("a second supervisor in the same home is refused")
    func second() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        for arguments: [String] in [[], ["--detach"]] {
            let again: Program.Result = try await suite.supervisor.run(["up", "--launcher", "\(suite.folder)/tried.yml"] + arguments)
            #expect(again.status == 1 && again.error.contains("already"), "\(again.error)")
        }
        #expect(try await suite.status("a").state == "ready")
        await suite.end()
    }

    @Test("children do not outlive a supervisor that was killed, and what it left is no obstacle")
    func supervisorKilled() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        kill(try suite.supervisorPID(), SIGKILL)
        let isAlone: Bool = try await suite.eventually { !suite.leftovers.contains { $0.hasPrefix("process") } }
        #expect(isAlone)
        #expect(try await suite.supervisor.run(["up", "--launcher", "\(suite.folder)/tried.yml", "--detach"]).status == 0)
        await suite.end()
    }

    @Test("logs are kept, rotated and shown, and a line without end is cut")
    func logs() async throws {
        let suite: TriedSuite = try TriedSuite()
        let lines: String = "for number in range(2000): print(f'line {number} ' + 'x' * 40)"
        try suite.script("a", afterReady: "\(lines)\nprint('y' * 40000 + ' the end'); sys.stdout.flush()")
        #expect(try await suite.up("  a: { executable: ./svc-a, logs: { size: 16KB, keep: 2 } }").status == 0)
        let isThere: Bool = try await suite.eventually {
            try await suite.supervisor.run(["logs", "a", "-n", "1"]).output.hasSuffix("the end\n")
        }
        #expect(isThere)
        let files: [String] = try FileManager.default.contentsOfDirectory(atPath: "\(suite.home)/logs").filter { $0.hasPrefix("a.log") }
        #expect(files.sorted() == ["a.log", "a.log.1", "a.log.2"])
        let all: [String] = try await suite.supervisor.run(["logs", "a"]).lines
        #expect(all.count < 2000 && all.count > 3)
        #expect(all.allSatisfy { $0.utf8.count <= 16 << 10 })
        for file: String in files {
            let size: Int = try Data(contentsOf: URL(filePath: "\(suite.home)/logs/\(file)")).count
            #expect(size <= 33 << 10, "a file outgrows its size by one line at most")
        }
        await suite.end()
    }

    @Test("a daemon that does not become ready, and one that does not stop, are ended")
    func stubborn() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script(
            "a", beforeReady: "time.sleep(1000 if generation == 1 else 0)",
            afterReady: "signal.signal(signal.SIGTERM, signal.SIG_IGN)")
        let up: Program.Result = try await suite.up("  a: { executable: ./svc-a, start-timeout: 3s, stop-grace: 300ms }")
        #expect(up.status == 0, "\(up.error)")
        #expect(try await suite.status("a").generation >= 2)
        #expect(try await suite.supervisor.run(["stop", "a"]).status == 0)
        #expect(try await suite.status("a").state == "stopped")
        await suite.end()
        #expect(suite.leftovers == [])
    }

    @Test("one that the first connection starts, and that is stopped before, keeps no caller waiting")
    func stoppedBeforeTheFirst() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a, start: on-demand }").status == 0)
        #expect(try await suite.supervisor.run(["stop", "a"]).status == 0)
        let call: String = """
            import socket
            caller = socket.socket(socket.AF_UNIX)
            caller.settimeout(30)
            caller.connect("\(suite.home)/run/operator/a.sock")
            print(len(caller.recv(1000)) >= 0)
            """
        let told: Program.Result = try await Program.python.run(["-c", call])
        #expect(told.output == "True\n", "\(told.error)")
        #expect(suite.noted == [])
        await suite.end()
    }

    @Test("what a daemon says of itself together with its readiness is shown")
    func statusWithReadiness() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", beforeReady: "say('READY=1\\nSTATUS=hello')")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        #expect(try await suite.eventually { try await suite.status("a").reason == "hello" })
        await suite.end()
    }

    @Test("what is printed to a full disk was not done; a reader that has left is no failure")
    func fullDisk() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        let shell: Program = Program(name: "/bin/bash", environment: [:])
        for command: String in ["status", "graph --format svg", "describe", "metrics", "why operator a"] {
            let line: String = "\(Program.folder)/svc-supervisor \(command) --home \(suite.home)"
            let full: Program.Result = try await shell.run(["-c", "\(line) > /dev/full"])
            #expect(full.status == 1 && full.error.contains("No space left on device"), "\(command): \(full)")
            let left: Program.Result = try await shell.run(["-c", "set -o pipefail; \(line) | true"])
            #expect(left.status == 0 && left.error == "", "\(command): \(left)")
        }
        await suite.end()
    }
}
