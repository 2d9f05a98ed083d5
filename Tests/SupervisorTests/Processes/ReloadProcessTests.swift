import Foundation
import Testing

/// Launcher files that change while their suite runs.
@Suite("Reloading launcher files", .serialized, .timeLimit(.minutes(5)))
struct ReloadProcessTests {
    private func reload(_ suite: TriedSuite, _ verticals: String, end: String = "", _ arguments: String...) async throws -> Program.Result {
        try Data("launcher: tried\nverticals:\n\(verticals)\nisolation: { write: [./] }\n\(end)\n".utf8).write(
            to: URL(filePath: "\(suite.folder)/tried.yml"))
        return try await suite.supervisor.run(["reload"] + arguments)
    }

    @Test("only what has changed starts, stops or is replaced, in the order of who uses whom; the rest keeps its process")
    func changes() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try suite.script("b", uses: ["A"])
        try suite.script("c")
        try suite.script("d", uses: ["B"])
        let (a, b): (String, String) = ("  a: { executable: ./svc-a }", "  b: { executable: ./svc-b }")
        #expect(try await suite.up("\(a)\n\(b)\n  c: { executable: ./svc-c }").status == 0)
        let before: VerticalReport = try await suite.status("a")
        let next: String = "\(a)\n  b: { executable: ./svc-b, environment: { B: \"1\" } }\n  d: { executable: ./svc-d }"
        let plan: Program.Result = try await reload(suite, next, "--dry-run")
        #expect(
            plan.status == 0
                && plan.lines == [
                    "replace  b  environment; d uses it now", "start    d  it is new",
                    "stop     c  it is not in the launcher file any more", "Nothing was done (--dry-run).",
                ], "\(plan.output)\(plan.error)")
        #expect(try await suite.status("b").generation == 1 && suite.noted.count == 6)
        let done: Program.Result = try await reload(suite, next)
        #expect(done.status == 0 && done.lines.dropLast() == plan.lines.dropLast(), "\(done.output)\(done.error)")
        // The one before drains while the next serves, and d starts once it has gone.
        #expect(suite.noted.dropFirst(6) == ["stop c", "start b", "ready b", "stop b", "start d", "ready d"], "\(suite.noted)")
        let after: VerticalReport = try await suite.status("a")
        #expect(after.pid == before.pid && after.generation == 1)
        #expect(try await suite.status("b").generation == 2)
        #expect(try await suite.status("d").state == "ready")
        let names: [String] = try await suite.supervisor.run(["status", "--field", ".name"]).lines
        #expect(names == ["a", "b", "d"])
        #expect(FileManager.default.fileExists(atPath: "\(suite.home)/run/d/b.sock"))
        #expect(!FileManager.default.fileExists(atPath: "\(suite.home)/run/c"))
        #expect(!FileManager.default.fileExists(atPath: "\(suite.home)/run/operator/c.sock"))
        let again: Program.Result = try await reload(suite, next)
        #expect(again.status == 0 && again.output.hasPrefix("Nothing has changed"), "\(again.output)")
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        #expect(suite.noted.suffix(3) == ["stop d", "stop b", "stop a"] && suite.leftovers == [])
        await suite.end()
    }

    @Test("no call of a vertical fails, neither of one that is left alone nor of one that is replaced")
    func underCalls() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try suite.script("b")
        let echo: String = "executable: \(Program.folder)/svc-echo"
        #expect(try await suite.up("  echo: { \(echo) }\n  a: { executable: ./svc-a }").status == 0)
        let before: Int32? = try await suite.status("echo").pid
        let calls: EchoCalls = EchoCalls(home: suite.home)
        let load: Task<Void, Never> = Task { await calls.run() }
        for number: Int in 1...4 {
            #expect(try await suite.eventually { calls.count > number * 100 })
            let other: String = number % 2 == 1 ? "b" : "a"
            let done: Program.Result = try await reload(
                suite, "  echo: { \(echo) }\n  \(other): { executable: ./svc-\(other), environment: { N: \"\(number)\" } }")
            #expect(done.status == 0, "\(done.error)")
        }
        #expect(try await suite.status("echo").pid == before)
        for number: Int in 1...3 {
            let done: Program.Result = try await reload(
                suite, "  echo: { \(echo), environment: { N: \"\(number)\" } }\n  a: { executable: ./svc-a }")
            #expect(done.status == 0, "\(done.error)")
        }
        #expect(try await suite.status("echo").generation == 4)
        let count: Int = calls.count
        #expect(try await suite.eventually { calls.count > count + 100 })
        calls.stop()
        await load.value
        #expect(calls.failures == [])
        await suite.end()
    }

    @Test("errors of the file are told all at once with their lines, and the suite is as before")
    func mistakes() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try suite.script("b", uses: ["Nowhere"])
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        let before: Int32? = try await suite.status("a").pid
        let refused: Program.Result = try await reload(
            suite,
            "  a: { executable: ./svc-a, restart: maybe, colour: red }\n  b: { executable: ./svc-b }\n  c: { executable: ./svc-none }")
        #expect(refused.status == 1)
        let errors: [Substring] = refused.error.split(separator: "\n").filter { $0.contains("tried.yml:") }
        #expect(errors.map { String($0.split(separator: ":")[1]) } == ["3", "3", "4", "5"], "\(refused.error)")
        #expect(refused.error.contains("Nothing was started or stopped."))
        for path: String in ["/", "/dev/zero", "\(suite.folder)/none.yml"] {
            let none: Program.Result = try await suite.supervisor.run(["reload", "--launcher", path])
            #expect(none.status == 1 && none.error.contains("can not be read"), "\(none.error)")
        }
        #expect(try await suite.status("a").pid == before && suite.noted == ["start a", "ready a"])
        await suite.end()
    }

    @Test("one that does not become ready is thrown away, what uses it is left, all else is done, and the next reload tries again")
    func failing() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", beforeReady: "if os.environ.get('A') == 'bad': sys.exit(3)")
        try suite.script("b", uses: ["A"])
        try suite.script("c")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        let before: Int32? = try await suite.status("a").pid
        func file(_ value: String) -> String {
            "  a: { executable: ./svc-a, environment: { A: \(value) } }\n  b: { executable: ./svc-b }\n  c: { executable: ./svc-c }"
        }
        let bad: Program.Result = try await reload(suite, file("bad"))
        #expect(bad.status == 1, "\(bad.output)")
        for words: String in ["a was not replaced: generation 2 exited with status 3", "b was left as it is", "tries these again"] {
            #expect(bad.error.contains(words), "\(bad.error)")
        }
        #expect(try await suite.status("a").pid == before)
        #expect(try await suite.status("c").state == "ready")
        #expect(try await suite.status("b").state == "stopped")
        let good: Program.Result = try await reload(suite, file("good"))
        #expect(good.lines == ["replace  a  environment; b uses it now", "start    b  it has not been started yet"] + good.lines.suffix(1))
        #expect(try await suite.status("a").generation == 3)
        #expect(try await suite.status("b").state == "ready")
        await suite.end()
    }

    @Test("a caller keeps its process and its socket where another vertical offers what it uses")
    func moved() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try suite.script("b", uses: ["A"])
        #expect(try await suite.up("  a: { executable: ./svc-a }\n  b: { executable: ./svc-b }").status == 0)
        let before: Int32? = try await suite.status("b").pid
        let socket: FileAttributeKey = .systemFileNumber
        func inode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: "\(suite.home)/run/b/a.sock")[socket] as? Int
        }
        let file: Int? = try inode()
        let done: Program.Result = try await reload(suite, "  other: { executable: ./svc-a }\n  b: { executable: ./svc-b }")
        #expect(done.status == 0, "\(done.error)")
        #expect(try await suite.status("b").pid == before)
        #expect(try await suite.status("other").state == "ready")
        #expect(try inode() == file && suite.noted.suffix(3) == ["stop a", "start a", "ready a"])
        await suite.end()
    }

    @Test("rules of life change without a process, and hold")
    func lives() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try suite.script("b")
        let (a, b): (String, String) = ("  a: { executable: ./svc-a", "  b: { executable: ./svc-b }")
        #expect(try await suite.up("\(a) }\n\(b)").status == 0)
        let before: (Int32?, Int32?) = (try await suite.status("a").pid, try await suite.status("b").pid)
        let done: Program.Result = try await reload(
            suite, "\(a), restart: temporary }\n\(b)", end: "groups: [{ name: g, strategy: one-for-all, members: [b, a] }]")
        #expect(done.lines.prefix(2) == ["adjust  a  restart; group g", "adjust  b  group g"], "\(done.output)\(done.error)")
        #expect(try await suite.status("a").pid == before.0)
        #expect(try await suite.status("b").pid == before.1)
        kill(try #require(before.1), SIGKILL)
        #expect(try await suite.isReady("a", generation: 2))
        #expect(try await suite.isReady("b", generation: 2))
        kill(try #require(try await suite.status("a").pid), SIGKILL)
        #expect(try await suite.eventually { try await suite.status("a").state == "failed" })
        await suite.end()
    }

    @Test("a reload in a reload, and a start, restart or replace in one, are refused")
    func meanwhile() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", beforeReady: "while generation == 2 and not os.path.exists('\(suite.folder)/go'): time.sleep(0.02)")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        async let first: Program.Result = reload(suite, "  a: { executable: ./svc-a, environment: { A: b } }")
        #expect(try await suite.eventually { suite.noted.filter { $0 == "start a" }.count == 2 })
        for words: [String] in [["reload"], ["restart", "a"], ["replace", "a"], ["start", "a"]] {
            let second: Program.Result = try await suite.supervisor.run(words)
            #expect(second.status == 1 && second.error.contains("is being carried out"), "\(words): \(second.error)")
        }
        try Data().write(to: URL(filePath: "\(suite.folder)/go"))
        let answer: Program.Result = try await first
        #expect(answer.status == 0, "\(answer.error)")
        #expect(try await suite.status("a").generation == 2)
        await suite.end()
    }

    @Test("where a socket can not be bound, the suite and the folders of its sockets are as before")
    func unbound() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try suite.script("b")
        try suite.script("user", uses: ["A"])
        try suite.script("c")
        #expect(try await suite.up("  a: { executable: ./svc-a }\n  b: { executable: ./svc-b }").status == 0)
        // The socket by which b is to reach a.
        let obstacle: String = "\(suite.home)/run/b/a.sock"
        try FileManager.default.createDirectory(atPath: "\(obstacle)/full", withIntermediateDirectories: true)
        func folders() throws -> [String] {
            try ["a", "b"].map { name in
                let attributes: [FileAttributeKey: Any] = try FileManager.default.attributesOfItem(atPath: "\(suite.home)/run/\(name)")
                return
                    "\(name) \(attributes[.ownerAccountID] ?? "") \(attributes[.groupOwnerAccountID] ?? "") \(attributes[.posixPermissions] ?? "")"
            }
        }
        let before: [String] = try folders()
        let next: String = "  a: { executable: ./svc-a }\n  b: { executable: ./svc-user }\n  c: { executable: ./svc-c }"
        let refused: Program.Result = try await reload(suite, next)
        #expect(refused.status == 1 && refused.error.contains("a.sock"), "\(refused.error)")
        #expect(try folders() == before)
        #expect(!FileManager.default.fileExists(atPath: "\(suite.home)/run/c"))
        #expect(!FileManager.default.fileExists(atPath: "\(suite.home)/run/operator/c.sock"))
        #expect(try await suite.status("a").generation == 1 && suite.noted.count == 4, "\(suite.noted)")
        try FileManager.default.removeItem(atPath: obstacle)
        #expect(try await reload(suite, next).status == 0)
        #expect(try await suite.status("b").generation == 2)
        #expect(try await suite.status("c").state == "ready")
        #expect(try folders() == before)
        await suite.end()
    }

    @Test("programs that do not fit each other are refused with their lines, and carried out by force")
    func contracts() async throws {
        let suite: TriedSuite = try TriedSuite()
        let ledger: String = "  ledger: { executable: \(Program.folder)/ledger-v1 }"
        let reader: String = "  reader: { executable: \(Program.folder)/ledger-reader }"
        #expect(try await suite.up("\(ledger)\n\(reader)").status == 0)
        let next: String = "  ledger: { executable: \(Program.folder)/ledger-v3 }\n\(reader)"
        let refused: Program.Result = try await reload(suite, next)
        #expect(refused.status == 1 && refused.error.contains("tried.yml:3: error: Ledger.entry"), "\(refused.error)")
        #expect(try await suite.status("ledger").generation == 1)
        let forced: Program.Result = try await reload(suite, next, "--force")
        #expect(forced.status == 0 && forced.error.contains("tried.yml:3: warning: Ledger.entry"), "\(forced.error)")
        #expect(try await suite.status("ledger").generation == 2)
        await suite.end()
    }

    @Test("whoever restarts while a launcher file is being carried out is refused, also who asked before; the suite goes down as ever")
    func restartedMeanwhile() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try suite.script("b")
        let (a, b): (String, String) = ("  a: { executable: ./svc-a }", "  b: { executable: ./svc-b }")
        #expect(try await suite.up("\(a)\n\(b)").status == 0)
        // From now on the first who asks a program what it is gets its answer when the file is carried out, or after a while.
        let (asked, reloadEnded): (String, String) = ("\(suite.folder)/asked", "\(suite.folder)/reloaded")
        let held: String = """
            if "--describe" in sys.argv and not os.path.exists("\(asked)"):
                open("\(asked)", "w").close()
                end = time.monotonic() + 8
                while not os.path.exists("\(reloadEnded)") and time.monotonic() < end: time.sleep(0.02)
            if "--describe" in sys.argv:
            """
        let slow: String = try String(contentsOfFile: "\(suite.folder)/svc-a", encoding: .utf8)
            .replacing("if \"--describe\" in sys.argv:", with: held)
        try Data(slow.utf8).write(to: URL(filePath: "\(suite.folder)/svc-a"))
        async let restarted: Program.Result = suite.supervisor.run(["restart", "a", "b"])
        #expect(try await suite.eventually { FileManager.default.fileExists(atPath: asked) })
        let reloaded: Program.Result = try await reload(suite, a)
        #expect(FileManager.default.createFile(atPath: reloadEnded, contents: nil))
        let refused: Program.Result = try await restarted
        #expect(reloaded.status == 0, "\(reloaded.error)")
        #expect(refused.status == 1 && refused.error.contains("Another launcher file is being carried out, or was"), "\(refused.error)")
        // The reload has seen that its program is another. The restart would have made it one more.
        #expect(try await suite.status("a").generation == 2)
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        #expect(suite.leftovers == [])
        await suite.end()
    }

    @Test("one that goes again when nobody calls it keeps nobody waiting: neither who restarts it with others, nor a reload")
    func idle() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("slow", beforeReady: "if generation > 1: time.sleep(2)")
        let echo: String = "executable: \(Program.folder)/svc-echo, start: on-demand, idle-exit: 100ms"
        #expect(try await suite.up("  echo: { \(echo) }\n  slow: { executable: ./svc-slow }").status == 0)
        let restarted: Program.Result = try await suite.supervisor.run(["restart", "echo", "slow"], limit: 60)
        #expect(restarted.status == 0, "\(restarted.error)")
        #expect(try await suite.eventually { try await suite.status("echo").state == "stopped" })
        let reloaded: Program.Result = try await reload(
            suite, "  echo: { \(echo), environment: { A: b } }\n  slow: { executable: ./svc-slow, environment: { A: b } }")
        #expect(reloaded.status == 0, "\(reloaded.error)")
        await suite.end()
    }
}
