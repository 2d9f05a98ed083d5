import ColonnadeEventLoop
import Testing

@Suite("A program that is run to its end", .timeLimit(.minutes(1)))
struct ChildRunTests {
    private static let megabyte: Int = 1 << 20

    @Test("gives what it printed, on which stream, and how it ended")
    func outcome() async throws {
        let outcome: ChildRun.Outcome = try await run("echo out; echo err >&2; exit 3")
        #expect(outcome.exit == .exited(3))
        #expect(outcome.output == Array("out\n".utf8) && outcome.errors == Array("err\n".utf8))
        let long: ChildRun.Outcome = try await run("head -c 1048576 /dev/zero")
        #expect(long.exit == .exited(0) && long.output.count == Self.megabyte)
        #expect(try await run("kill -TERM $$").exit == .signalled(15, coreDumped: false))
    }

    @Test("is killed when its time is over, with those that it has started, whoever holds its output")
    func time() async throws {
        let limit: Duration = .milliseconds(200)
        for script: String in ["exec sleep 600", "sleep 600 & wait", "trap '' TERM; while :; do sleep 600; done"] {
            await #expect(throws: ChildRun.Failure.tookTooLong(limit)) { try await run(script, within: limit) }
        }
    }

    @Test("is killed when it has printed too much, on either stream or on both")
    func output() async throws {
        for script: String in ["exec yes", "exec yes >&2", "head -c 600000 /dev/zero; head -c 600000 /dev/zero >&2"] {
            await #expect(throws: ChildRun.Failure.printedTooMuch(Self.megabyte)) { try await run(script) }
        }
    }

    @Test("says why it can't be started")
    func missing() async throws {
        let loop: EventLoop = EventLoop(name: "child run")
        defer { loop.shutdown() }
        let run: ChildRun = ChildRun(SpawnRequest(executable: "/nowhere/daemon"), within: .seconds(30), atMost: Self.megabyte)
        let failure: ChildRun.Failure? = await #expect(throws: ChildRun.Failure.self) { try await run.outcome(on: loop) }
        #expect(failure?.description.contains("/nowhere/daemon") == true)
    }

    private func run(_ script: String, within limit: Duration = .seconds(30)) async throws -> ChildRun.Outcome {
        let loop: EventLoop = EventLoop(name: "child run")
        defer { loop.shutdown() }
        var request: SpawnRequest = SpawnRequest(executable: "/bin/sh", arguments: ["-c", script])
        request.environment = ["PATH": "/usr/bin:/bin"]
        return try await ChildRun(request, within: limit, atMost: Self.megabyte).outcome(on: loop)
    }
}
