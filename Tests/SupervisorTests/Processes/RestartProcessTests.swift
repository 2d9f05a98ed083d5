import Foundation
import Testing

/// Daemons that end, hang or stand still, and what brings them back.
@Suite("Restarts of real processes", .serialized)
struct RestartProcessTests {
    @Test("a daemon that was well comes back at once, however often it dies")
    func well() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        let policy: String = "intensity: { restarts: 100, within: 60s }, backoff: { initial: 10m, maximum: 10m }"
        #expect(try await suite.up("  a: { executable: ./svc-a, \(policy) }").status == 0)
        for generation: Int in 2...4 {
            // It is well once it was ready for a second.
            try await suite.pass(.milliseconds(1_200))
            kill(try #require(try await suite.status("a").pid), SIGKILL)
            #expect(try await suite.isReady("a", generation: generation))
        }
        await suite.end()
    }

    @Test("a daemon that has failed is tried again until it is well")
    func retried() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", afterReady: "if 1 < generation < 5: sys.exit(3)")
        let policy: String = "intensity: { restarts: 0, within: 60s }, retry: { initial: 300ms, maximum: 300ms }"
        #expect(try await suite.up("  a: { executable: ./svc-a, \(policy) }").status == 0)
        kill(try #require(try await suite.status("a").pid), SIGKILL)
        #expect(try await suite.isReady("a", generation: 5), "\(suite.report)")
        #expect(suite.report.contains("is tried again after 0.3 seconds, or by `start`"), "\(suite.report)")
        // It goes on for longer than it takes to fail and be tried again.
        try await suite.pass(.seconds(1))
        #expect(try await suite.status("a").generation == 5)
        await suite.end()
    }

    @Test("a daemon that is stopped (SIGSTOP) is noticed by its silence, and ended without waiting for its grace time")
    func stopped() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a, watchdog: 3s, stop-grace: 10m }").status == 0)
        kill(try #require(try await suite.status("a").pid), SIGSTOP)
        #expect(try await suite.isReady("a", generation: 2))
        #expect(suite.report.contains("gave no sign of life for 3.0 seconds"), "\(suite.report)")
        await suite.end()
    }

    @Test("a daemon of the platform that is stopped is ended as soon: a Swift program would write a trace at SIGABRT, and go on")
    func stoppedDaemon() async throws {
        let suite: TriedSuite = try TriedSuite()
        let options: String = "watchdog: 3s, stop-grace: 10m"
        #expect(try await suite.up("  echo: { executable: \(Program.folder)/svc-echo, \(options) }").status == 0)
        kill(try #require(try await suite.status("echo").pid), SIGSTOP)
        #expect(try await suite.isReady("echo", generation: 2))
        await suite.end()
    }

    @Test("a daemon that is stopped (SIGSTOP) drains when it is told to stop")
    func stoppedAndTold() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a, watchdog: 10m, stop-grace: 10m }").status == 0)
        kill(try #require(try await suite.status("a").pid), SIGSTOP)
        #expect(try await suite.supervisor.run(["stop", "a"]).status == 0)
        #expect(suite.noted.contains("stop a"))
        await suite.end()
    }

    @Test("a daemon that never gives a sign of life after READY=1 is ended")
    func silent() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a", afterReady: "if generation == 1: time.sleep(1000)")
        #expect(try await suite.up("  a: { executable: ./svc-a, watchdog: 3s }").status == 0)
        #expect(try await suite.isReady("a", generation: 2))
        await suite.end()
    }

    @Test("after all has stood still, a daemon has the time to give its sign of life")
    func standstill() async throws {
        let suite: TriedSuite = try TriedSuite()
        try suite.script("a")
        #expect(try await suite.up("  a: { executable: ./svc-a, watchdog: 6s }").status == 0)
        let (daemon, supervisor): (Int32, Int32) = (try #require(try await suite.status("a").pid), try suite.supervisorPID())
        kill(daemon, SIGSTOP)
        // It answers, so it has read what the daemon had said before.
        _ = try await suite.status("a")
        kill(supervisor, SIGSTOP)
        try await suite.pass(.milliseconds(7_500))
        kill(supervisor, SIGCONT)
        #expect(try await suite.status("a").state == "ready")
        kill(daemon, SIGCONT)
        _ = try await suite.status("a")
        let after: VerticalReport = try await suite.status("a")
        #expect(after.state == "ready" && after.pid == daemon && after.generation == 1, "\(suite.report)")
        await suite.end()
    }
}
