import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import Foundation
import Testing

/// Several real processes of one vertical.
@Suite("Instances of real processes", .serialized, .timeLimit(.minutes(10)))
struct InstanceProcessTests {
    private static let echo: String = "executable: \(Program.folder)/svc-echo"
    private static let unlimited: String = "intensity: { restarts: 100000, within: 60s }, backoff: { initial: 10ms, maximum: 10ms }"

    private func scripts(_ entry: String) async throws -> TriedSuite {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", concurrency: "shared")
        try suite.script("b", uses: ["A"])
        let up: Program.Result = try await suite.up("  a: { executable: ./svc-a, \(entry) }\n  b: { executable: ./svc-b }")
        #expect(up.status == 0, "\(up.error)")
        return suite
    }

    private func write(_ suite: TriedSuite, _ vertical: String) throws {
        try Data("launcher: tried\nverticals:\n  \(vertical)\nisolation: { write: [./] }\n".utf8).write(
            to: URL(filePath: "\(suite.folder)/tried.yml"))
    }

    private func obituary(_ suite: TriedSuite, _ generation: Int) async throws -> Obituary {
        let loop: EventLoop = EventLoop(name: "asker")
        defer { loop.shutdown() }
        let supervisor: SupervisorClient = SupervisorClient(
            Connector(
                consumer: "operator", provider: "supervisor", contract: SupervisorContract.descriptor,
                dialer: UnixDialer(path: "\(suite.home)/run/operator/supervisor.sock"), loop: loop, instance: "asker"))
        return try await supervisor.obituary(ObituaryRequest(provider: "a", generation: UInt64(generation)))
    }

    @Test("each is shown, stopped, started and described by its name, and has its own process, generation, log and crash report")
    func each() async throws {
        let suite: TriedSuite = try await scripts("instances: 3")
        let all: [VerticalReport] = try await suite.statuses()
        #expect(all.map(\.name) == ["a@1", "a@2", "a@3", "b"] && all.allSatisfy { $0.state == "ready" })
        #expect(Set(all.prefix(3).map(\.generation)) == [1, 2, 3] && Set(all.map(\.pid)).count == 4)
        #expect(try await suite.supervisor.run(["stop", "a@2"]).status == 0)
        #expect(try await suite.statuses().map(\.state) == ["ready", "stopped", "ready", "ready"])
        // Whoever calls the vertical is served by the others.
        let why: Program.Result = try await suite.supervisor.run(["why", "b", "a"])
        #expect(why.status == 0 && !why.output.contains("stopped"), "\(why.output)")
        #expect(try await suite.supervisor.run(["start", "a"]).status == 0)
        #expect(try await suite.status("a@2").generation == 4)
        let killed: VerticalReport = try await suite.status("a@1")
        kill(try #require(killed.pid), SIGKILL)
        let isBack: Bool = try await suite.eventually {
            let now: VerticalReport = try await suite.status("a@1")
            return now.state == "ready" && now.generation == 5 && now.restarts == 1
        }
        #expect(isBack)
        #expect(try await suite.status("a@3").restarts == 0)
        // A caller asks for the vertical, and names the one that it has lost by its number.
        let answer: Obituary = try await obituary(suite, killed.generation)
        #expect(answer.ended && answer.signal == 9 && answer.report?.hasPrefix("a@1-\(killed.generation)-") == true)
        let crashes: Program.Result = try await suite.supervisor.run(["crashes"])
        #expect(crashes.output.contains("a@1"), "\(crashes.output)\(crashes.error)")
        let wide: [String] = try await suite.supervisor.lines(inTerminalOf: 200, ["crashes"])
        let narrow: [String] = try await suite.supervisor.lines(inTerminalOf: 20, ["crashes"])
        #expect(wide == crashes.lines && narrow.contains(String(wide[1].prefix { $0 != " " })), "\(wide)\(narrow)")
        #expect(narrow.allSatisfy { $0.hasPrefix("  ") || !$0.contains(" ") }, "a name stands alone, and all else below it: \(narrow)")
        let described: [String] = try await suite.supervisor.run(["graph"]).lines
        #expect(described.count { $0.contains("a") && !$0.contains("b") } <= 1, "\(described)")
        let unknown: Program.Result = try await suite.supervisor.run(["stop", "a@4"])
        #expect(unknown.status == 2 && unknown.error.contains("a@3"), "\(unknown.error)")
        #expect(try await suite.supervisor.run(["stop", "a@1", "a@2", "a@3"]).status == 0)
        let deserted: Program.Result = try await suite.supervisor.run(["why", "b", "a"])
        #expect(deserted.output.contains("stopped"), "\(deserted.output)")
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        #expect(suite.leftovers == [])
        await suite.end()
    }

    @Test("restart and replace take one after the other")
    func rolling() async throws {
        let suite: TriedSuite = try await scripts("instances: 3")
        #expect(suite.noted.count == 8)
        #expect(try await suite.supervisor.run(["restart", "a"]).status == 0)
        #expect(Array(suite.noted.dropFirst(8)) == Array(repeating: ["stop a", "start a", "ready a"], count: 3).flatMap { $0 })
        #expect(try await suite.supervisor.run(["replace", "a"]).status == 0)
        #expect(
            Array(suite.noted.dropFirst(17)) == Array(repeating: ["start a", "ready a", "stop a"], count: 3).flatMap { $0 },
            "\(suite.noted)")
        #expect(try await suite.statuses().prefix(3).map(\.generation) == [7, 8, 9])
        #expect(try await suite.supervisor.run(["replace", "a@2"]).status == 0)
        #expect(try await suite.statuses().map(\.generation) == [7, 10, 9, 1])
        await suite.end()
    }

    @Test("another supervisor takes each of them over, and goes on with their numbers")
    func reexec() async throws {
        let suite: TriedSuite = try await scripts("instances: 2")
        let before: [VerticalReport] = try await suite.statuses()
        let reexec: Program.Result = try await suite.supervisor.run(["reexec"])
        #expect(reexec.status == 0, "\(reexec.error)")
        let after: [VerticalReport] = try await suite.statuses()
        #expect(after.map(\.name) == ["a@1", "a@2", "b"] && after.map(\.pid) == before.map(\.pid))
        #expect(try await suite.supervisor.run(["replace", "a"]).status == 0)
        #expect(try await suite.statuses().map(\.generation) == [3, 4, 1])
        await suite.end()
    }

    @Test("a vertical that must be alone has no instances: the file's line is told, and nothing is started")
    func exclusive() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        let refused: Program.Result = try await suite.up("  a:\n    executable: ./svc-a\n    instances: 2")
        #expect(refused.status == 1 && refused.error.contains("tried.yml:5: error: instances of a:"), "\(refused.error)")
        #expect(suite.noted == [])
        await suite.end()
    }

    @Test("killed one by one under load: every call is answered or says how it ended, nothing is done twice, and nobody is turned away")
    func crashes() async throws {
        let suite: TriedSuite = try TriedSuite()
        #expect(try await suite.up("  echo: { \(Self.echo), instances: 3, \(Self.unlimited) }").status == 0)
        let load: CrashLoad = CrashLoad(home: suite.home, callers: 24, connections: 12)
        let crashes: [CrashLoad.Crash] = try await load.run(crashes: 12)
        let calls: [CrashLoad.Call] = await load.end()
        let text: String = try String(contentsOfFile: "\(suite.home)/state/echo/notes", encoding: .utf8)
        let notes: [Int: Int] = text.split(separator: "\n").reduce(into: [:]) { notes, line in notes[Int(line) ?? -1, default: 0] += 1 }
        #expect(notes.values.allSatisfy { $0 == 1 })
        for call: CrashLoad.Call in calls {
            switch call.end {
            case .done: #expect(notes[call.number] == 1, "call \(call.number) was answered")
            case .failed(let failure):
                // Nobody was turned away, whoever else was busy. On a busy machine the report comes too late for the caller.
                let isLost: Bool = failure.code == .unavailable && failure.message.contains("went away while the call ran")
                #expect(failure.code == .crashed || isLost, "\(failure)")
                #expect(failure.outcome != .notDispatched || notes[call.number] == nil, "\(failure)")
                if let report: CrashReport = failure.report {
                    #expect(report.signal == 9 && crashes.contains { $0.generation == report.generation }, "\(failure)")
                }
            }
        }
        let failed: Int = calls.count { $0.end != .done }
        #expect(failed > 0)
        print("\(crashes.count) crashes of 3 instances, \(calls.count) calls, \(failed) failed")
        await suite.end()
    }

    @Test("no call fails while all of them are replaced, and while they become three and two")
    func underCalls() async throws {
        let suite: TriedSuite = try TriedSuite()
        #expect(try await suite.up("  echo: { \(Self.echo), instances: 1 }").status == 0)
        let first: Int32? = try await suite.status("echo").pid
        let calls: EchoCalls = EchoCalls(home: suite.home, connections: 12)
        let load: Task<Void, Never> = Task { await calls.run() }
        func proceed() async throws {
            let count: Int = calls.count
            #expect(try await suite.eventually { calls.count > count + 100 })
        }
        try await proceed()
        for (count, words): (Int, [String]) in [(3, ["start", "echo@2", "instances:", "3"]), (2, ["stop", "echo@3", "instances:", "2"])] {
            try write(suite, "echo: { \(Self.echo), instances: \(count) }")
            let done: Program.Result = try await suite.supervisor.run(["reload"])
            #expect(done.status == 0, "\(done.error)")
            #expect(done.lines.contains { $0.split(separator: " ").map(String.init) == words }, "\(done.output)")
            let names: [String] = try await suite.statuses().map(\.name)
            #expect(names == (1...count).map { "echo@\($0)" })
            try await proceed()
            let replaced: Program.Result = try await suite.supervisor.run(["replace", "echo"])
            #expect(replaced.status == 0, "\(replaced.error)")
            try await proceed()
        }
        try write(suite, "echo: { \(Self.echo), instances: 2, environment: { A: b } }")
        #expect(try await suite.supervisor.run(["reload"]).status == 0)
        #expect(try await suite.statuses().allSatisfy { $0.pid != first && $0.state == "ready" })
        try await proceed()
        calls.stop()
        await load.value
        #expect(calls.failures == [])
        #expect(!FileManager.default.fileExists(atPath: "\(suite.home)/run/operator/echo@3.sock"))
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        #expect(suite.leftovers == [])
        await suite.end()
    }

    @Test("each tells what it does itself, and can be called by its name")
    func telemetry() async throws {
        let suite: TriedSuite = try TriedSuite()
        #expect(try await suite.up("  echo: { \(Self.echo), instances: 2 }").status == 0)
        for _: Int in 0..<3 {
            let called: Program.Result = try await suite.supervisor.run(["call", "echo@2", "echo", "bytes=aGFsbG8="])
            #expect(called.status == 0, "\(called.error)")
        }
        let metrics: Program.Result = try await suite.supervisor.run(["metrics"])
        func calls(_ name: String) -> String? {
            metrics.lines.first { $0.hasPrefix("colonnade_calls_total{vertical=\"\(name)\",board=\"Echo.echo\"") }
                .flatMap { $0.split(separator: " ").last.map(String.init) }
        }
        #expect(calls("echo@2") == "3" && calls("echo@1") == nil, "\(metrics.output)")
        #expect(metrics.lines.count { $0.hasPrefix("colonnade_vertical_answers{") && $0.hasSuffix(" 1") } == 2)
        #expect(try await suite.supervisor.run(["stop", "echo@2"]).status == 0)
        let down: Program.Result = try await suite.supervisor.run(["call", "echo@2", "echo", "bytes="])
        #expect(down.status == 3 && down.error.contains("echo@2"), "\(down.error)")
        #expect(try await suite.supervisor.run(["call", "echo", "echo", "bytes="]).status == 0)
        let logs: Program.Result = try await suite.supervisor.run(["logs", "echo"])
        #expect(logs.output.contains("echo@1") && logs.output.contains("echo@2"), "\(logs.output)")
        await suite.end()
    }
}
