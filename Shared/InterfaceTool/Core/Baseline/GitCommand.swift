import ColonnadeEventLoop
import FoundationEssentials
import Synchronization

/// Runs git and waits for it.
enum GitCommand {
    struct Result {
        let succeeded: Bool
        let output: [UInt8]

        /// The output without the line break at its end.
        var text: String { String(decoding: output, as: UTF8.self).trimmingTrailingSpace() }
    }

    /// Why git could not be started at all.
    struct Failure: Error {
        let reason: String
    }

    /// Runs git in `folder`. What it says on standard error is dropped: callers say what they wanted, and what to do.
    static func run(_ arguments: [String], in folder: String) throws(Failure) -> Result {
        let environment: [String: String] = ProcessInfo.processInfo.environment
        guard let program: String = find(in: environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin") else {
            throw Failure(reason: "there is no git on PATH; install it, or compare with a file: --against X.contract.json")
        }
        var request: SpawnRequest = SpawnRequest(executable: program, arguments: arguments)
        request.environment = environment
        request.workingDirectory = folder.isEmpty ? "." : folder
        request.startsSession = false
        let run: GitRun = GitRun(request)
        switch EventLoop.run(name: "git", { await run.result(on: $0) }) {
        case .success(let result): return result
        case .failure(let failure): throw failure
        }
    }

    private static func find(in path: String) -> String? {
        path.split(separator: ":").map { "\($0)/git" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// One run of git on a loop.
private struct GitRun: Sendable {
    private let request: SpawnRequest

    init(_ request: SpawnRequest) {
        self.request = request
    }

    func result(on loop: EventLoop) async -> Result<GitCommand.Result, GitCommand.Failure> {
        await withCheckedContinuation { continuation in
            let ending: Ending = Ending { continuation.resume(returning: .success($0)) }
            do {
                let pipe: (reading: OwnedDescriptor, writing: OwnedDescriptor) = try OwnedDescriptor.pipe()
                let silence: OwnedDescriptor = try OwnedDescriptor.open(path: "/dev/null", flags: 1)
                let reader: PipeReader = PipeReader(adopting: pipe.reading, loop: loop)
                var request: SpawnRequest = request
                request.descriptors = [.init(pipe.writing.number, as: 1), .init(silence.number, as: 2)]
                try ChildProcess.spawn(request, loop: loop) { exit in ending.exited(exit == .exited(0)) }
                try reader.start {
                    ending.read($0)
                } onEnd: { [reader] in
                    _ = reader
                    ending.outputEnded()
                }
            } catch {
                continuation.resume(returning: .failure(GitCommand.Failure(reason: "git can't be run: \(error)")))
            }
        }
    }
}

/// Waits for the end of the output and for the exit, in either order.
private final class Ending: Sendable {
    private struct State {
        var output: [UInt8] = []
        var succeeded: Bool?
        var outputEnded: Bool = false
    }

    private let state: Mutex<State> = Mutex(State())
    private let onEnd: @Sendable (GitCommand.Result) -> Void

    init(_ onEnd: @escaping @Sendable (GitCommand.Result) -> Void) {
        self.onEnd = onEnd
    }

    func read(_ bytes: [UInt8]) {
        state.withLock { $0.output += bytes }
    }

    func exited(_ succeeded: Bool) {
        change { $0.succeeded = succeeded }
    }

    func outputEnded() {
        change { $0.outputEnded = true }
    }

    private func change(_ body: (inout State) -> Void) {
        let result: GitCommand.Result? = state.withLock { state in
            body(&state)
            guard let succeeded: Bool = state.succeeded, state.outputEnded else { return nil }
            return GitCommand.Result(succeeded: succeeded, output: state.output)
        }
        if let result { onEnd(result) }
    }
}
