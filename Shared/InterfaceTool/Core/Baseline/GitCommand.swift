import ColonnadeEventLoop
import FoundationEssentials
import Synchronization

/// Runs git and waits for it.
enum GitCommand {
    struct Result {
        let succeeded: Bool
        let output: [UInt8]
        /// What git says on standard error.
        let errors: [UInt8]

        /// The output without the line break at its end.
        var text: String { String(decoding: output, as: UTF8.self).trimmingTrailingSpace() }

        /// The first line of what git complains about, in brackets; empty where it does not.
        var complaint: String {
            errors.split(separator: UInt8(ascii: "\n")).first.map { " (git: \(String(decoding: $0, as: UTF8.self)))" } ?? ""
        }
    }

    /// Why git could not be started at all.
    struct Failure: Error {
        let reason: String
    }

    /// Runs git in `folder`.
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
                let output: OwnedDescriptor = try collect(on: loop, { ending.read($0) }, onEnd: { ending.outputEnded() })
                let errors: OwnedDescriptor = try collect(on: loop, { ending.readError($0) }, onEnd: { ending.errorsEnded() })
                var request: SpawnRequest = request
                request.descriptors = [.init(output.number, as: 1), .init(errors.number, as: 2)]
                // The child has its own copies once it was started.
                try withExtendedLifetime((output, errors)) {
                    _ = try ChildProcess.spawn(request, loop: loop) { exit in ending.exited(exit == .exited(0)) }
                }
            } catch {
                continuation.resume(returning: .failure(GitCommand.Failure(reason: "git can't be run: \(error)")))
            }
        }
    }

    /// The writing end of a pipe whose reading end is read until all writers are gone.
    private func collect(
        on loop: EventLoop, _ onBytes: @escaping @Sendable ([UInt8]) -> Void, onEnd: @escaping @Sendable () -> Void
    ) throws -> OwnedDescriptor {
        let pipe: (reading: OwnedDescriptor, writing: OwnedDescriptor) = try OwnedDescriptor.pipe()
        let reader: PipeReader = PipeReader(adopting: pipe.reading, loop: loop)
        // The reader lives as long as it is needed to call this.
        try reader.start(onBytes: onBytes) { withExtendedLifetime(reader, onEnd) }
        return pipe.writing
    }
}

/// Waits for the end of the output and for the exit, in either order.
private final class Ending: Sendable {
    private struct State {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var succeeded: Bool?
        var outputEnded: Bool = false
        var errorsEnded: Bool = false
    }

    private let state: Mutex<State> = Mutex(State())
    private let onEnd: @Sendable (GitCommand.Result) -> Void

    init(_ onEnd: @escaping @Sendable (GitCommand.Result) -> Void) {
        self.onEnd = onEnd
    }

    func read(_ bytes: [UInt8]) {
        state.withLock { $0.output += bytes }
    }

    func readError(_ bytes: [UInt8]) {
        state.withLock { $0.errors += bytes }
    }

    func exited(_ succeeded: Bool) {
        change { $0.succeeded = succeeded }
    }

    func outputEnded() {
        change { $0.outputEnded = true }
    }

    func errorsEnded() {
        change { $0.errorsEnded = true }
    }

    private func change(_ body: (inout State) -> Void) {
        let result: GitCommand.Result? = state.withLock { state in
            body(&state)
            guard let succeeded: Bool = state.succeeded, state.outputEnded, state.errorsEnded else { return nil }
            return GitCommand.Result(succeeded: succeeded, output: state.output, errors: state.errors)
        }
        if let result { onEnd(result) }
    }
}
