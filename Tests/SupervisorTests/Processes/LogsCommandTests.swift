import Foundation
import Testing

@Suite("Picking lines of logs", .timeLimit(.minutes(1)))
struct LogsCommandTests {
    private static let said: [String] = [
        "2020-01-01T10:00:00Z an old line", "  that goes on", "2020-01-01T12:00:00.5Z mild error 7", "2020-01-01T12:30:00Z the last",
    ]

    @Test("by time, by pattern, for people and for scripts")
    func picked() async throws {
        let suite: TriedSuite = try TriedSuite()
        let lines: String = Self.said.map { "print('\($0)', flush=True)" }.joined(separator: "\n")
        try suite.script("a", beforeReady: lines)
        try suite.script("b", beforeReady: "print('2020-01-01T11:00:00Z of b', flush=True)")
        #expect(try await suite.up("  a: { executable: ./svc-a }\n  b: { executable: ./svc-b }").status == 0)
        func logs(_ options: String...) async throws -> [String] {
            let result: Program.Result = try await suite.supervisor.run(["logs"] + options)
            #expect(result.status == 0, "\(result.error)")
            return result.lines
        }
        #expect(try await logs("--since", "2020-01-01T12:00:00Z") == ["a | \(Self.said[2])", "a | \(Self.said[3])"])
        #expect(try await logs("--since", "2020-01-01T11:00:00Z").first == "b | 2020-01-01T11:00:00Z of b")
        #expect(try await logs("--since", "1h") == [])
        #expect(try await logs("a", "--grep", "old|error \\d") == [Self.said[0], Self.said[2]])
        #expect(try await logs("a", "--since", "2020-01-01T10:00:00Z", "--grep", "goes") == [Self.said[1]], "it belongs to the line before")
        #expect(
            try await logs("--grep", "mild", "--json") == [
                #"{"name":"a","text":"2020-01-01T12:00:00.5Z mild error 7","time":"2020-01-01T12:00:00.5Z"}"#
            ])
        for wrong: [String] in [["--since", "soon"], ["--grep", "("], ["--lines", "-1"]] {
            let result: Program.Result = try await suite.supervisor.run(["logs"] + wrong)
            #expect(result.status == 2 && result.error.contains(wrong[0]), "\(result.error)")
        }
        await suite.end()
    }

    @Test("a reader that does not read costs the supervisor little, however fast a vertical writes")
    func unread() async throws {
        let suite: TriedSuite = try TriedSuite()
        // Each byte becomes three where it is decoded.
        try suite.script("a", afterReady: "while True: os.write(1, b'\\xff' * 16000 + b'\\n'); time.sleep(0.001); say('WATCHDOG=1')")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        let reader: String = """
            import subprocess, time
            before = int(open("/proc/\(try suite.supervisorPID())/status").read().split("VmRSS:")[1].split()[0])
            reader = subprocess.Popen(["\(Program.folder)/svc-supervisor", "logs", "-f", "-n", "1", "--home", "\(suite.home)"],
                stdout=subprocess.PIPE)
            most, end = 0, time.monotonic() + 4
            while time.monotonic() < end:
                most = max(most, int(open("/proc/\(try suite.supervisorPID())/status").read().split("VmRSS:")[1].split()[0]))
                time.sleep(0.05)
            reader.kill()
            print((most - before) // 1024)
            """
        let grown: Program.Result = try await Program.python.run(["-c", reader])
        #expect(Int(grown.output.dropLast()).map { $0 < 48 } == true, "\(grown)")
        await suite.end()
    }
}
