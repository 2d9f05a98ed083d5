import Foundation
import Testing

/// A supervisor that runs out of descriptors.
@Suite("Lack of descriptors", .serialized)
struct ShortageTests {
    /// No excuse for many tries.
    private static let policy: String = "intensity: { restarts: 2, within: 60s }, backoff: { initial: 50ms, maximum: 50ms }"

    /// Runs a program to its end, or leaves it running.
    private func run(_ program: String, _ arguments: [String], waits: Bool = true) throws -> Process {
        let process: Process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        try process.run()
        if waits { process.waitUntilExit() }
        return process
    }

    private func limit(_ pid: Int32, to descriptors: Int) throws {
        let changed: Process = try run("/usr/bin/prlimit", ["--pid", "\(pid)", "--nofile=\(descriptors):"])
        #expect(changed.terminationStatus == 0)
    }

    /// A limit that leaves room for two descriptors more.
    private func tightLimit(_ pid: Int32) throws -> Int {
        let open: [Int] = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").compactMap(Int.init).sorted()
        return try #require((1...1_000_000).first { limit in limit - open.count { $0 < limit } == 2 })
    }

    @Test("a daemon that can not be started now waits, without a count against it, and comes back when there is room")
    func waits() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a, \(Self.policy) }").status == 0)
        let supervisor: Int32 = try suite.supervisorPID()
        let daemon: Int32 = try #require(try await suite.status("a").pid)
        try limit(supervisor, to: try tightLimit(supervisor))
        kill(daemon, SIGKILL)
        // After more tries than its policy allows, it waits all the same.
        let isWaiting: Bool = try await suite.eventually { suite.report.components(separatedBy: "Too many open files").count > 5 }
        #expect(isWaiting, "\(suite.report)")
        let status: VerticalReport = try await suite.status("a")
        #expect(status.state == "backingOff" && status.restarts == 1, "\(status)")
        #expect(status.reason?.hasPrefix("waits for descriptors or memory") == true)
        try limit(supervisor, to: 1_024)
        #expect(try await suite.isReady("a", generation: 2))
        await suite.end()
    }

    @Test("those who connect to the supervisor and say nothing do not keep a daemon from coming back")
    func idleConnections() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a, \(Self.policy) }").status == 0)
        let daemon: Int32 = try #require(try await suite.status("a").pid)
        try limit(try suite.supervisorPID(), to: 256)
        let script: String = """
            import socket, sys, time
            kept = []
            for path in ("operator", "a"):
                for number in range(300):
                    kept.append(socket.socket(socket.AF_UNIX))
                    kept[-1].connect("\(suite.home)/run/" + path + "/supervisor.sock")
            open("\(suite.folder)/connected", "w").close()
            time.sleep(1000)
            """
        let idle: Process = try run("/usr/bin/python3", ["-c", script], waits: false)
        let isConnected: Bool = try await suite.eventually { FileManager.default.fileExists(atPath: "\(suite.folder)/connected") }
        #expect(isConnected)
        kill(daemon, SIGKILL)
        // Whoever asks the supervisor would be one of many: the daemon itself tells.
        let isBack: Bool = try await suite.eventually { suite.noted.count { $0 == "ready a" } == 2 }
        #expect(isBack, "\(suite.report)")
        // It may have been born with signals blocked, as the threads of tasks are.
        kill(idle.processIdentifier, SIGKILL)
        idle.waitUntilExit()
        await suite.end()
    }
}
