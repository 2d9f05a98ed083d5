import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import EchoIO
import Foundation
import Testing

@Suite("Crashes of real processes", .serialized, .timeLimit(.minutes(30)))
struct CrashTests {
    /// `make crashes` asks for more.
    private static let count: Int = ProcessInfo.processInfo.environment["CRASHES"].flatMap { Int($0) } ?? 20

    @Test("killed again and again under load, no call hangs, every failure says how it ended, and nothing is done twice")
    func underLoad() async throws {
        let suite: TriedSuite = try TriedSuite()
        let policy: String = "intensity: { restarts: 100000, within: 60s }, backoff: { initial: 10ms, maximum: 10ms }"
        #expect(try await suite.up("  echo: { executable: \(Program.folder)/svc-echo, \(policy) }").status == 0)
        let load: CrashLoad = CrashLoad(home: suite.home, callers: 16)
        let crashes: [CrashLoad.Crash] = try await load.run(crashes: Self.count)
        let calls: [CrashLoad.Call] = await load.end()
        #expect(crashes.count >= Self.count)
        let notes: [Int: Int] = try Self.notes(suite)
        for call: CrashLoad.Call in calls {
            let written: Int = notes[call.number] ?? 0
            switch call.end {
            case .done: #expect(written == 1, "call \(call.number) was answered")
            case .failed(let failure):
                #expect(written <= (failure.outcome == .notDispatched ? 0 : 1), "call \(call.number): \(failure)")
                #expect(failure.code == .crashed, "\(failure)")
                #expect(failure.report?.signal == 9)
            }
        }
        #expect(notes.values.allSatisfy { $0 == 1 }, "what was sent again was not dispatched before")
        let failed: [CrashLoad.Call] = calls.filter { $0.end != .done }
        try #require(!failed.isEmpty, "\(calls.count) calls")
        // A busy machine wakes nobody on time, so only the long run is held to what is promised.
        let limit: Duration = Self.count >= 1_000 ? .milliseconds(100) : .seconds(30)
        let delays: [Duration] = failed.map(\.delay).sorted()
        #expect(delays.allSatisfy { $0 < limit }, "\(delays.suffix(3))")
        try await Self.checkReports(suite, failed, crashes: crashes.count)
        print(
            "\(crashes.count) crashes, \(calls.count) calls, \(load.sentAgain) sent again, \(failed.count) failed with a report; "
                + "end after the kill: p50 \(delays[delays.count / 2]), p99 \(delays[delays.count * 99 / 100]), most \(delays[delays.count - 1])"
        )
        await suite.end()
    }

    private static func notes(_ suite: TriedSuite) throws -> [Int: Int] {
        let text: String = try String(contentsOfFile: "\(suite.home)/state/echo/notes", encoding: .utf8)
        return text.split(separator: "\n").reduce(into: [:]) { notes, line in notes[Int(line) ?? -1, default: 0] += 1 }
    }

    private static func checkReports(_ suite: TriedSuite, _ failed: [CrashLoad.Call], crashes: Int) async throws {
        let list: Program.Result = try await suite.supervisor.run(["crashes", "--json"])
        let kept: CrashList = try JSONDecoder().decode(CrashList.self, from: Data(list.output.utf8))
        #expect(kept.crashes.count == min(crashes, 64), "\(list.error)")
        let named: String = try #require(failed.last?.report)
        #expect(kept.crashes.contains { $0.id == named })
        let one: Program.Result = try await suite.supervisor.run(["crashes", named])
        #expect(one.status == 0 && one.output.contains("was ended by signal 9 (SIGKILL)"), "\(one.error)")
        #expect(one.output.contains("info echo: ready"), "its log is there: \(one.output)")
        #expect(one.output.contains("note of operator:"), "and what was in flight: \(one.output)")
        #expect(try suite.mode("crashes") == 0o700)
        #expect(try suite.mode("crashes/\(named).json") == 0o600)
    }

    @Test("a report has the process's own last lines, its backtrace and why it was killed, and outlives the suite")
    func words() async throws {
        let suite: TriedSuite = try TriedSuite()
        let trace: String =
            "print('*** Signal 6: Backtracing from 0x1... done ***\\\\n\\\\n*** Program crashed: Aborted at 0x1 ***\\\\n\\\\n0 f in a.swift\\\\n\\\\nBacktrace took 0.01s', flush=True)"
        let standing: String = """
            if generation == 1:
                def abort(number, frame):
                    exec("\(trace)")
                signal.signal(signal.SIGABRT, abort)
                for line in range(300): print(f"line {line}", flush=True)
                while True: time.sleep(1)
            """
        try suite.script(
            "a", afterReady: standing.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n        "))
        #expect(try await suite.up("  a: { executable: ./svc-a, watchdog: 1s, stop-grace: 2s }").status == 0)
        #expect(try await suite.isReady("a", generation: 2))
        #expect(
            try await suite.eventually {
                try await suite.supervisor.run(["crashes"]).output.contains("gave no sign of life for 1.0 seconds")
            })
        #expect(try await suite.supervisor.run(["down"]).status == 0)
        let list: Program.Result = try await suite.supervisor.run(["crashes", "--json"])
        let id: String = try #require(try JSONDecoder().decode(CrashList.self, from: Data(list.output.utf8)).crashes.first?.id)
        let one: Program.Result = try await suite.supervisor.run(["crashes", id, "--json"])
        let report: CrashFile = try JSONDecoder().decode(CrashFile.self, from: Data(one.output.utf8))
        #expect(report.backtrace.contains("0 f in a.swift"))
        #expect(report.log == (200..<300).map { "line \($0)" })
        #expect(report.reason == "gave no sign of life for 1.0 seconds")
        #expect(report.signal == 9)
        #expect((report.peakMemory ?? 0) > 1 << 20)
        #expect(try await suite.supervisor.run(["crashes", "../tried"]).status == 1)
        #expect(try await suite.supervisor.run(["crashes", "a-9-nothing"]).error.contains("No crash report 'a-9-nothing' is kept"))
        await suite.end()
    }

    @Test("a process that ends as it was asked to leaves no report")
    func inOrder() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        #expect(try await suite.supervisor.run(["restart", "a"]).status == 0)
        #expect(try await suite.supervisor.run(["crashes", "--json"]).output == "{\"crashes\":[]}\n")
        await suite.end()
    }
}

/// `crashes --json`, as scripts rely on it.
private struct CrashList: Decodable {
    struct Entry: Decodable {
        let id: String
    }

    let crashes: [Entry]
}

/// `crashes ID --json`.
private struct CrashFile: Decodable {
    let backtrace: [String]
    let log: [String]
    let reason: String?
    let signal: Int?
    let peakMemory: Int?
}
