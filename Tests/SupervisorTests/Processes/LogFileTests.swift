import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import Foundation
import Testing

@Suite("Files of logs", .serialized)
struct LogFileTests {
    /// Writes a line each time somebody asks, by a signal. Not by print: a second signal within it ends the program.
    private static let talkative: String = """
        count = 0
        def talk(number, frame):
            global count
            count += 1
            os.write(1, (f'said {count} ' + 'x' * 1000 + '\\n').encode())
        signal.signal(signal.SIGUSR1, talk)
        """

    private func talking(_ options: String) async throws -> (suite: TriedSuite, pid: Int32) {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", beforeReady: Self.talkative)
        let up: Program.Result = try await suite.up("  a: { executable: ./svc-a\(options) }")
        try #require(up.status == 0, "\(up.error)")
        return (suite, try #require(try await suite.status("a").pid))
    }

    private func says(_ suite: TriedSuite, _ pid: Int32, until condition: () async throws -> Bool) async throws -> Bool {
        try await suite.eventually {
            kill(pid, SIGUSR1)
            return try await condition()
        }
    }

    private func supervisorSaid(_ suite: TriedSuite) -> String {
        String(decoding: FileManager.default.contents(atPath: "\(suite.home)/logs/supervisor.log") ?? Data(), as: UTF8.self)
    }

    /// The most memory that a process ever had, in KiB.
    private func peak(_ process: Int32) throws -> Int {
        let status: String = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line: Substring = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber)))
    }

    @Test("reading 20 MiB of logs takes no memory of the supervisor's")
    func largeLogs() async throws {
        let suite: TriedSuite = try TriedSuite()
        let folder: String = "\(suite.home)/logs"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: suite.home)
        let count: Int = 200_000
        let lines: String = (0..<count).map { "line \($0) " + String(repeating: "x", count: 90) }.joined(separator: "\n")
        try Data((lines + "\n").utf8).write(to: URL(filePath: "\(folder)/a.log"))
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a, logs: { size: 64MB } }").status == 0)
        let process: Int32 = try suite.supervisorPID()
        let before: Int = try peak(process)
        let all: [String] = try await suite.supervisor.run(["logs", "a"]).lines
        #expect(all.count == count && all.first?.hasPrefix("line 0 ") == true && all.last?.hasPrefix("line \(count - 1) ") == true)
        let last: [String] = try await suite.supervisor.run(["logs", "a", "-n", "1500"]).lines
        #expect(last.count == 1500 && last.first?.hasPrefix("line \(count - 1500) ") == true)
        #expect(try peak(process) - before < 32 << 10, "KiB that the supervisor grew")
        await suite.end()
    }

    @Test("a vertical reads its own log and no other's, and four answers at once")
    func ownLog() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", beforeReady: "print('of a', flush=True)")
        try suite.script("b", beforeReady: "print('of b', flush=True)")
        #expect(try await suite.up("  a: { executable: ./svc-a }\n  b: { executable: ./svc-b }").status == 0)
        let loop: EventLoop = EventLoop(name: "tests")
        let connector: Connector = Connector(
            consumer: "a", provider: "supervisor", contract: SupervisorContract.descriptor,
            dialer: UnixDialer(path: "\(suite.home)/run/a/supervisor.sock"), loop: loop, instance: "tests")
        let client: SupervisorClient = SupervisorClient(connector)
        for names: [String] in [[], ["a"]] {
            var lines: [LogLine] = []
            for try await line: LogLine in client.logs(LogRequest(names: names)) { lines.append(line) }
            #expect(lines == [LogLine(name: "a", text: "of a")])
        }
        for names: [String] in [["b"], ["a", "b"]] {
            await #expect(throws: (any Error).self) { for try await _: LogLine in client.logs(LogRequest(names: names)) {} }
        }
        var open: [ReceivedLines] = []
        for _: Int in 0..<4 {
            open.append(ReceivedLines(client.logs(LogRequest(follow: true))))
            #expect(try await open.last?.next()?.text == "of a")
        }
        let fifth: ReceivedLines = ReceivedLines(client.logs(LogRequest(follow: true)))
        await #expect(throws: (any Error).self) { try await fifth.next() }
        open = []
        connector.close()
        loop.shutdown()
        await suite.end()
    }

    @Test("a log that is removed goes on in a new file, and this is said once")
    func removed() async throws {
        let (suite, pid): (TriedSuite, Int32) = try await talking("")
        #expect(try await says(suite, pid) { FileManager.default.contents(atPath: "\(suite.home)/logs/a.log")?.isEmpty == false })
        try FileManager.default.removeItem(atPath: "\(suite.home)/logs/a.log")
        #expect(try await says(suite, pid) { FileManager.default.contents(atPath: "\(suite.home)/logs/a.log")?.isEmpty == false })
        #expect(try await says(suite, pid) { supervisorSaid(suite).contains("the log of a was removed") })
        #expect(supervisorSaid(suite).components(separatedBy: "the log of a was removed").count == 2)
        await suite.end()
    }

    @Test("a log that can not be rotated loses nothing of what is kept, and is rotated when it can be")
    func stuckRotation() async throws {
        let (suite, pid): (TriedSuite, Int32) = try await talking(", logs: { size: 16KB, keep: 2 }")
        let log: String = "\(suite.home)/logs/a.log"
        #expect(try await says(suite, pid) { FileManager.default.fileExists(atPath: "\(log).1") })
        let kept: Data? = FileManager.default.contents(atPath: "\(log).1")
        // Nothing can be made where a directory stands.
        for path: String in ["\(log).new", "\(log).new/in"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        #expect(try await says(suite, pid) { (FileManager.default.contents(atPath: log)?.count ?? 0) > 40 << 10 })
        #expect(FileManager.default.contents(atPath: "\(log).1") == kept)
        #expect(supervisorSaid(suite).components(separatedBy: "the log of a can not be rotated").count == 2)
        try FileManager.default.removeItem(atPath: "\(log).new")
        #expect(try await says(suite, pid) { (FileManager.default.contents(atPath: log)?.count ?? .max) < 16 << 10 })
        #expect(FileManager.default.contents(atPath: "\(log).2") == kept)
        await suite.end()
    }

    @Test("a full disk costs lines, is said once, and ends with the disk's room", .enabled(if: getuid() == 0))
    func fullDisk() async throws {
        let (suite, pid): (TriedSuite, Int32) = try await talking("")
        let log: String = "\(suite.home)/logs/a.log"
        #expect(try await says(suite, pid) { FileManager.default.contents(atPath: log)?.isEmpty == false })
        // A device that is always full.
        try FileManager.default.removeItem(atPath: log)
        try FileManager.default.createSymbolicLink(atPath: log, withDestinationPath: "/dev/full")
        #expect(try await says(suite, pid) { supervisorSaid(suite).contains("the log of a can not be written") })
        try FileManager.default.removeItem(atPath: log)
        #expect(try await says(suite, pid) { supervisorSaid(suite).contains("the log of a is written again") })
        #expect(supervisorSaid(suite).components(separatedBy: "can not be written").count == 2)
        await suite.end()
    }

    @Test("the log of a detached supervisor is rotated, too")
    func supervisorLog() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        let log: String = "\(suite.home)/logs/supervisor.log"
        let handle: FileHandle = try #require(FileHandle(forWritingAtPath: log))
        try handle.truncate(atOffset: 11 << 20)
        try handle.close()
        #expect(try await suite.supervisor.run(["restart", "a"]).status == 0)
        #expect(FileManager.default.fileExists(atPath: "\(log).1"))
        #expect(supervisorSaid(suite).utf8.count < 1 << 20 && supervisorSaid(suite).contains("a: ready"))
        #expect(try suite.mode("logs/supervisor.log") == 0o600)
        await suite.end()
    }

    @Test("what a daemon says steers no terminal")
    func escapes() async throws {
        let suite: TriedSuite = try TriedSuite()
        let words: String = #"a\x1b]0;mine\x07b\tc\x7fd\u009be\u202ef\u2066g"#
        try suite.script("a", beforeReady: "print('\(words)', flush=True); say('STATUS=\(words)')", afterReady: "say('STATUS=\(words)')")
        #expect(try await suite.up("  a: { executable: ./svc-a }").status == 0)
        let shown: String = #"a\u{1b}]0;mine\u{7}b\#tc\u{7f}d\u{9b}e\u{202e}f\u{2066}g"#
        #expect(try await suite.supervisor.run(["logs", "a"]).output == shown + "\n")
        let isShown: Bool = try await suite.eventually { try await suite.supervisor.run(["status"]).output.contains(shown) }
        #expect(isShown)
        await suite.end()
    }
}

/// The lines of one answer, read one by one.
private final class ReceivedLines {
    private var iterator: OutputSequence<LogLine, SupervisorRefusal>.AsyncIterator

    init(_ outputs: OutputSequence<LogLine, SupervisorRefusal>) {
        iterator = outputs.makeAsyncIterator()
    }

    func next() async throws -> LogLine? { try await iterator.next() }
}
