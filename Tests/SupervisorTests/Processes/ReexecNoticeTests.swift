import ColonnadeEventLoop
import Foundation
import Synchronization
import Testing

/// What a manager of services hears when the supervisor's program changes, by the protocol of sd_notify(3).
@Suite("Notices of the supervisor's next program", .serialized, .timeLimit(.minutes(3)))
struct ReexecNoticeTests {
    /// Whoever has started a supervisor, and listens to it.
    private final class Listener: Sendable {
        let process: Process = Process()
        private let heard: Mutex<[String]> = Mutex([])
        private let loop: EventLoop = EventLoop(name: "listener")

        init(_ suite: TriedSuite) async throws {
            let path: String = "\(suite.folder)/notify"
            try await Task(executorPreference: loop) { [self] in
                let socket: DatagramSocket = try DatagramSocket.bind(path: path, loop: loop)
                try socket.start { bytes, sender in
                    let pid: String = sender.map { "\($0.pid)" } ?? "nobody"
                    self.heard.withLock { $0.append("\(pid) \(String(decoding: bytes, as: UTF8.self))") }
                }
            }.value
            process.executableURL = URL(filePath: "\(Program.folder)/svc-supervisor")
            process.arguments = ["up", "--launcher", "\(suite.folder)/tried.yml", "--home", suite.home]
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "30000000", "NO_COLOR": "1"]) { $1 }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        /// What the process itself has said but for its heartbeats.
        var said: [String] {
            heard.withLock { $0 }.filter { $0.hasPrefix("\(process.processIdentifier) ") && !$0.hasSuffix("WATCHDOG=1") }
                .map { String($0.drop { $0 != " " }.dropFirst()) }
        }

        /// How often it has given a sign of life.
        var beats: Int { heard.withLock { $0 }.count { $0 == "\(process.processIdentifier) WATCHDOG=1" } }

        func end() async {
            if process.isRunning { process.terminate() }
            process.waitUntilExit()
            loop.shutdown()
        }
    }

    @Test("it hears that the program changes and when, and that it is ready again, from the same process; a refused one is not heard of")
    func notices() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        try Data("launcher: tried\nverticals: { a: { executable: ./svc-a } }\nisolation: { write: [./] }\n".utf8).write(
            to: URL(filePath: "\(suite.folder)/tried.yml"))
        let listener: Listener = try await Listener(suite)
        #expect(try await suite.eventually { listener.said == ["READY=1"] })
        #expect(try await suite.supervisor.run(["reexec", "--executable", "/bin/true"]).status == 1)
        let before: UInt64 = now
        #expect(try await suite.supervisor.run(["reexec"]).status == 0)
        #expect(try await suite.eventually { listener.said.count == 3 })
        let said: [String] = listener.said
        #expect(said[0] == "READY=1" && said[2] == "READY=1", "\(said)")
        let lines: [Substring] = said[1].split(separator: "\n")
        #expect(lines.count == 2 && lines[0] == "RELOADING=1", "\(said)")
        let moment: UInt64 = try #require(UInt64(lines[1].dropFirst("MONOTONIC_USEC=".count)))
        #expect(lines[1].hasPrefix("MONOTONIC_USEC=") && moment >= before / 1_000 && moment <= now / 1_000)
        // The watchdog's beats go on: the new program sends one with READY=1.
        #expect(try await suite.eventually { listener.beats >= 2 })
        #expect(listener.process.isRunning)
        await listener.end()
        #expect(suite.leftovers == [] && listener.process.terminationStatus == 0)
        await suite.end()
    }

    private var now: UInt64 { MonotonicTime.read().nanoseconds }
}
