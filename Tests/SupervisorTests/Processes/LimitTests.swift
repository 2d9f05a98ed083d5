import Foundation
import Testing

@Suite("Limits of real processes", .serialized, .timeLimit(.minutes(3)))
struct LimitTests {
    /// A program that writes down what it was given, and stays.
    private static let looking: String = """
        import os, resource, time
        with open(os.environ["STATE_DIRECTORY"] + "/given", "w") as file:
            print(resource.getrlimit(resource.RLIMIT_DATA), resource.getrlimit(resource.RLIMIT_NOFILE), os.nice(0), os.getcwd(),
                os.environ["GREETING"], file=file)
        time.sleep(1000)
        """
    private static let limits: String = "limits: { memory: 64MB, files: 333, processes: 64, nice: 7, cpu-weight: 50 }"

    private func program(_ suite: TriedSuite, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(suite.folder)/a.py"))
    }

    @Test("a program has the limits, the folder and the variables that the launcher file says, and status says what is enforced")
    func given() async throws {
        let suite: TriedSuite = try TriedSuite()
        try program(suite, Self.looking)
        try FileManager.default.createDirectory(atPath: "\(suite.folder)/work", withIntermediateDirectories: true)
        let surroundings: String = "directory: ./work, environment: { GREETING: good day }"
        let ready: String = "ready: { exec: [test, -s, \"${STATE_DIRECTORY}/given\"] }"
        let up: Program.Result = try await suite.up(
            "  a: { \(Self.limits), \(surroundings), program: { command: [/usr/bin/python3, ./a.py], \(ready) } }")
        #expect(up.status == 0, "\(up.error)")
        let given: String = try String(contentsOfFile: "\(suite.home)/state/a/given", encoding: .utf8)
        let folder: String = URL(filePath: "\(suite.folder)/work").resolvingSymlinksInPath().path
        #expect(given == "(67108864, 67108864) (333, 333) 7 \(folder) good day\n")
        let status: VerticalReport = try await suite.status("a")
        #expect(status.enforced.contains("memory 64MB: private memory of each of its processes (RLIMIT_DATA)"), "\(status.enforced)")
        // Whoever runs the tests may have groups of its own, or none.
        #expect((status.enforced + status.notEnforced).contains { $0.hasPrefix("processes 64") }, "\(status)")
        let table: Program.Result = try await suite.supervisor.run(["status"])
        for sentence: String in status.notEnforced {
            #expect(table.output.contains("not enforced for a: \(sentence)\n"), "\(table.output)")
        }
        let privileges: String = try String(contentsOfFile: "/proc/\(try #require(status.pid))/status", encoding: .utf8)
        #expect(privileges.contains("NoNewPrivs:\t1"))
        await suite.end()
    }

    @Test("a daemon of the suite lives within 128 MB")
    func daemon() async throws {
        let suite: TriedSuite = try TriedSuite()
        let up: Program.Result = try await suite.up(
            "  echo: { executable: \(Program.folder)/svc-echo, limits: { memory: 128MB, files: 64 } }")
        #expect(up.status == 0, "\(up.error)")
        let call: Program.Result = try await suite.supervisor.run(["call", "echo", "echo", #"{"bytes": "aGVsbG8="}"#])
        #expect(call.status == 0, "\(call.error)")
        await suite.end()
    }

    @Test("who dies of its memory limit has a report that says so")
    func memory() async throws {
        let suite: TriedSuite = try TriedSuite()
        try program(suite, "import time\ntime.sleep(0.5)\nkept = []\nwhile True: kept.append(bytearray(1 << 20))\n")
        let up: Program.Result = try await suite.up(
            "  a: { restart: temporary, limits: { memory: 64MB }, program: { command: [/usr/bin/python3, ./a.py] } }")
        #expect(up.status == 0, "\(up.error)")
        let isTold: Bool = try await suite.eventually {
            try await suite.supervisor.run(["crashes"]).output.contains("was given no more memory: its limit is 64MB; exited with status 1")
        }
        #expect(isTold, "\(suite.report)")
        await suite.end()
    }

    @Test(
        "what the machine can not give is told with its line, and nothing starts",
        arguments: [
            ("directory: ./nowhere", "tried.yml:5: error: directory of a: ", "/nowhere is not there; make it"),
            ("directory: ./svc-a", "tried.yml:5: error: directory of a: ", "/svc-a is no folder"),
            ("limits: { files: 1073741824 }", "tried.yml:5: error: files in limits of a: this system gives at most ", ", not 1073741824"),
            ("environment: { NOTIFY_SOCKET: /x }", "tried.yml:5: error: environment of a: ", "'NOTIFY_SOCKET' is set by the supervisor"),
            ("limits: { memory: 1MB }", "tried.yml:5: error: memory in limits of a: ", "expected 8MB or more"),
        ])
    func refused(_ line: String, _ start: String, _ end: String) async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        let up: Program.Result = try await suite.up("  a:\n    executable: ./svc-a\n    \(line)")
        #expect(up.status == 1 && up.error.contains(start) && up.error.contains(end), "\(up)")
        #expect(suite.noted == [])
        await suite.end()
    }

    @Test("a folder that goes away keeps its vertical from starting again, and the others run on")
    func goneFolder() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try suite.script("b")
        try FileManager.default.createDirectory(atPath: "\(suite.folder)/work", withIntermediateDirectories: true)
        let policy: String = "failed: stay, intensity: { restarts: 0, within: 60s }"
        #expect(try await suite.up("  a: { executable: ./svc-a, directory: ./work, \(policy) }\n  b: { executable: ./svc-b }").status == 0)
        let running: VerticalReport = try await suite.status("b")
        try FileManager.default.removeItem(atPath: "\(suite.folder)/work")
        let restart: Program.Result = try await suite.supervisor.run(["restart", "a"])
        #expect(restart.status == 1 && restart.error.contains("its working directory could not be entered"), "\(restart)")
        let after: VerticalReport = try await suite.status("b")
        #expect(after.state == "ready" && after.pid == running.pid)
        await suite.end()
    }
}
