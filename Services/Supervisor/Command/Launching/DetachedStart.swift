import ColonnadeEventLoop
import FoundationEssentials
import Glibc
import SupervisorAdapters

/// Starts a supervisor as a process of its own, and waits until it says that the suite is up.
struct DetachedStart {
    private enum Outcome: Sendable {
        case ready
        case ended(ColonnadeEventLoop.ExitStatus)
    }

    let launcher: String
    let home: SuiteHome
    /// Whether programs whose contracts do not fit are launched nevertheless.
    let force: Bool
    let loop: EventLoop

    private var log: String { home.log("supervisor") }

    func run() async throws(CommandFailure) -> ExitStatus {
        if let stranger: HomeOwner = HomeLock.stranger(home) { throw CommandFailure(.notReachable, stranger.sentence) }
        guard !HomeLock.isTaken(home) else {
            throw CommandFailure(
                .failed, "A suite runs in \(home.path) already. Stop it by `svc-supervisor down`, or give this one another --home.")
        }
        let notify: String = "\(home.path)/starting-\(ProcessInfo.processInfo.processIdentifier)"
        let begin: Int
        let outcome: Outcome
        do {
            try FilePath.makePrivateDirectory(home.logs, isPassed: geteuid() == 0)
            begin = (try? InputFile(path: log))?.size ?? 0
            let receiver: DatagramSocket = try DatagramSocket.bind(path: notify, loop: loop)
            defer {
                receiver.close()
                try? FileManager.default.removeItem(atPath: notify)
            }
            outcome = try await start(receiver, notify)
        } catch {
            throw CommandFailure(.failed, "The supervisor could not be started: \(error)")
        }
        switch outcome {
        case .ready:
            Terminal.line("The suite is up. `svc-supervisor status` shows it, `svc-supervisor down` stops it.")
            return .done
        case .ended: throw CommandFailure(.failed, said(since: begin))
        }
    }

    private func start(_ receiver: DatagramSocket, _ notify: String) async throws -> Outcome {
        let output: OwnedDescriptor = try OwnedDescriptor.open(path: log, flags: O_WRONLY | O_APPEND | O_CREAT, mode: 0o600)
        var request: SpawnRequest = SpawnRequest(
            executable: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            arguments: ["up", "--launcher", launcher, "--home", home.path] + (force ? ["--force"] : []))
        request.environment = ProcessInfo.processInfo.environment
        request.environment["NOTIFY_SOCKET"] = notify
        request.descriptors = [.init(output.number, as: 1), .init(output.number, as: 2)]
        request.deathSignal = nil
        let first: FirstOutcome<Outcome> = FirstOutcome(loop: loop)
        return try await withCheckedThrowingContinuation { continuation in
            first.continuation.value = continuation
            do {
                try receiver.start { bytes, _ in
                    if bytes == Array("READY=1".utf8) { first.resume(.ready) }
                }
                let process: ChildProcess = try ChildProcess.spawn(request, loop: loop) { first.resume(.ended($0)) }
                // Whoever gives up waiting does not leave half a suite behind.
                for signal: Int32 in StopSignals.listened { loop.onSignal(signal) { process.kill(SIGTERM) } }
            } catch {
                first.fail(error)
            }
        }
    }

    /// What the supervisor wrote to its log in this try.
    private func said(since begin: Int) -> String {
        let all: Data = FileManager.default.contents(atPath: log) ?? Data()
        // A log that is shorter now was rotated meanwhile.
        let text: String = String(decoding: all.dropFirst(all.count < begin ? 0 : begin), as: UTF8.self)
        return "The suite did not come up (\(log)):\n\(text.suffix(8_000))"
    }
}

/// A continuation that takes the first of several outcomes.
private struct FirstOutcome<Value: Sendable>: Sendable {
    let continuation: LoopBound<CheckedContinuation<Value, any Error>?>

    init(loop: EventLoop) {
        continuation = LoopBound(nil, loop: loop)
    }

    func resume(_ value: Value) {
        take()?.resume(returning: value)
    }

    func fail(_ error: any Error) {
        take()?.resume(throwing: error)
    }

    private func take() -> CheckedContinuation<Value, any Error>? {
        defer { continuation.value = nil }
        return continuation.value
    }
}
