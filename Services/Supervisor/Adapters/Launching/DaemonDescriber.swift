import ColonnadeEventLoop
import ColonnadeSystemIO
import Glibc

/// Asks a program what it is: runs it with `--describe` and reads what it prints.
struct DaemonDescriber {
    /// A loaded machine may take seconds to start a program; a program that serves instead of answering never ends.
    private static let timeout: Duration = .seconds(30)
    private static let longestAnswer: Int = 16 << 20

    let loop: EventLoop

    /// - Throws: what is wrong with the program, in a sentence.
    func describe(_ executable: String) async throws(SupervisorError) -> VerticalDescription {
        let answer: DescribeAnswer = DescribeAnswer(loop: loop)
        let result: DescribeAnswer.Result = await withCheckedContinuation { continuation in
            loop.execute {
                answer.begin(executable, timeout: Self.timeout, longest: Self.longestAnswer) { continuation.resume(returning: $0) }
            }
        }
        switch result {
        case .failed(let reason): throw SupervisorError(reason)
        case .printed(let bytes):
            do {
                return try VerticalDescription(json: bytes)
            } catch {
                throw SupervisorError("\(executable) --describe does not print a description: \(error)")
            }
        }
    }
}

/// One run of a program with `--describe`.
private final class DescribeAnswer: Sendable {
    enum Result: Sendable {
        case printed([UInt8])
        case failed(String)
    }

    private struct Progress {
        var output: [UInt8] = []
        var exit: ExitStatus? = nil
        var outputEnded: Bool = false
        var timedOut: Bool = false
        var child: ChildProcess? = nil
        var timer: LoopTimer? = nil
        var reader: PipeReader? = nil
        var onEnd: (@Sendable (Result) -> Void)? = nil
    }

    private let progress: LoopBound<Progress>
    private let loop: EventLoop

    init(loop: EventLoop) {
        self.loop = loop
        progress = LoopBound(Progress(), loop: loop)
    }

    func begin(_ executable: String, timeout: Duration, longest: Int, onEnd: @escaping @Sendable (Result) -> Void) {
        progress.withValue { $0.onEnd = onEnd }
        do {
            let pipe: (reading: OwnedDescriptor, writing: OwnedDescriptor) = try OwnedDescriptor.pipe()
            let reader: PipeReader = PipeReader(adopting: pipe.reading, loop: loop)
            try reader.start { bytes in
                self.progress.withValue { if $0.output.count < longest { $0.output += bytes } }
            } onEnd: {
                self.progress.withValue { $0.outputEnded = true }
                self.finishIfEnded(executable)
            }
            var request: SpawnRequest = SpawnRequest(executable: executable, arguments: ["--describe"])
            request.environment = ChildEnvironment.inherited
            request.descriptors = [.init(pipe.writing.number, as: 1)]
            let child: ChildProcess = try ChildProcess.spawn(request, loop: loop) { exit in
                self.progress.withValue { $0.exit = exit }
                self.finishIfEnded(executable)
            }
            let timer: LoopTimer = loop.schedule(after: timeout) {
                self.progress.withValue { $0.timedOut = true }
                child.kill(SIGKILL)
            }
            progress.withValue { ($0.child, $0.timer, $0.reader) = (child, timer, reader) }
        } catch {
            finish(.failed("\(error)"))
        }
    }

    private func finishIfEnded(_ executable: String) {
        let now: Progress = progress.value
        guard let exit: ExitStatus = now.exit, now.outputEnded else { return }
        if now.timedOut {
            finish(.failed("\(executable) --describe did not end in time; is it a daemon of this platform?"))
        } else if exit != .exited(0) {
            finish(.failed("\(executable) --describe ended with \(exit) instead of a description"))
        } else {
            finish(.printed(now.output))
        }
    }

    private func finish(_ result: Result) {
        let onEnd: (@Sendable (Result) -> Void)? = progress.withValue { progress in
            progress.timer?.cancel()
            progress.reader?.close()
            defer { progress.onEnd = nil }
            return progress.onEnd
        }
        onEnd?(result)
    }
}
