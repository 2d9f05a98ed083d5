import Glibc

/// Runs a program to its end and collects what it prints, within a time limit and an output limit.
public struct ChildRun: Sendable {
    /// The result of a program that ended by itself.
    public struct Outcome: Sendable, Hashable {
        /// How it ended.
        public let exit: ExitStatus
        /// What it printed to its standard output.
        public let output: [UInt8]
        /// What it printed to its standard error.
        public let errors: [UInt8]
    }

    /// Why a program was not run to its end.
    public enum Failure: Error, Hashable, CustomStringConvertible {
        /// It could not be started. A shortage of descriptors or memory is temporary.
        case notStarted(reason: String, isShortage: Bool)
        /// It was killed because it took longer than this.
        case tookTooLong(Duration)
        /// It was killed because it printed more bytes than this.
        case printedTooMuch(Int)

        /// What happened, as the rest of a sentence that begins with the program's name.
        public var description: String {
            switch self {
            case .notStarted(let reason, _): "can't be run: \(reason)"
            case .tookTooLong(let limit): "did not end within \(limit)"
            case .printedTooMuch(let limit): "printed more than \(limit) bytes"
            }
        }

        /// Whether descriptors or memory were short, so that a later attempt may succeed.
        public var isShortage: Bool {
            if case .notStarted(_, let isShortage) = self { isShortage } else { false }
        }
    }

    private let request: SpawnRequest
    private let timeLimit: Duration
    private let byteLimit: Int

    /// Prepares a run, which ``outcome(on:)`` starts.
    /// - Parameters:
    ///   - request: the program; its standard output and error are captured.
    ///   - timeLimit: the longest time it may take.
    ///   - byteLimit: the most bytes it may print, both streams together.
    public init(_ request: SpawnRequest, within timeLimit: Duration, atMost byteLimit: Int) {
        self.request = request
        self.timeLimit = timeLimit
        self.byteLimit = byteLimit
    }

    /// Runs the program and waits for its end. A program that exceeds a limit is killed, with whatever is left of its session.
    public func outcome(on loop: EventLoop) async throws(Failure) -> Outcome {
        let child: RunningChild = RunningChild(loop, timeLimit: timeLimit, byteLimit: byteLimit)
        let result: Result<Outcome, Failure> = await withCheckedContinuation { continuation in
            loop.execute { child.begin(request) { continuation.resume(returning: $0) } }
        }
        return try result.get()
    }
}

/// One running program. It lives on the loop.
private final class RunningChild: Sendable {
    typealias Ending = @Sendable (Result<ChildRun.Outcome, ChildRun.Failure>) -> Void

    private struct State {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        /// The streams that have not ended yet.
        var readers: [PipeReader] = []
        var child: ChildProcess?
        var timer: LoopTimer?
        var exit: ExitStatus?
        var failure: ChildRun.Failure?
        var onEnd: Ending?
    }

    private let loop: EventLoop
    private let timeLimit: Duration
    private let byteLimit: Int
    private let state: LoopBound<State>

    init(_ loop: EventLoop, timeLimit: Duration, byteLimit: Int) {
        self.loop = loop
        self.timeLimit = timeLimit
        self.byteLimit = byteLimit
        state = LoopBound(State(), loop: loop)
    }

    func begin(_ request: SpawnRequest, onEnd: @escaping Ending) {
        state.withValue { $0.onEnd = onEnd }
        do {
            let output: OwnedDescriptor = try read { $0.output += $1 }
            let errors: OwnedDescriptor = try read { $0.errors += $1 }
            var request: SpawnRequest = request
            request.descriptors += [.init(output.number, as: 1), .init(errors.number, as: 2)]
            // The child has its own copies once it has started.
            let child: ChildProcess = try withExtendedLifetime((output, errors)) {
                try ChildProcess.spawn(request, loop: loop) { exit in
                    self.state.withValue { $0.exit = exit }
                    self.endIfOver()
                }
            }
            let timer: LoopTimer = loop.schedule(after: timeLimit) { self.stop(.tookTooLong(self.timeLimit)) }
            state.withValue { ($0.child, $0.timer) = (child, timer) }
        } catch {
            closeReaders()
            end(.failure(.notStarted(reason: "\(error)", isShortage: Shortage.isReason(of: error))))
        }
    }

    /// Creates a pipe, reads it until all writers are gone, and returns the writing end.
    private func read(_ keep: @escaping @Sendable (inout State, [UInt8]) -> Void) throws -> OwnedDescriptor {
        let pipe: (reading: OwnedDescriptor, writing: OwnedDescriptor) = try OwnedDescriptor.pipe()
        let reader: PipeReader = PipeReader(adopting: pipe.reading, loop: loop)
        try reader.start { bytes in
            let count: Int = self.state.withValue { state in
                keep(&state, bytes)
                return state.output.count + state.errors.count
            }
            if count > self.byteLimit { self.stop(.printedTooMuch(self.byteLimit)) }
        } onEnd: {
            self.state.withValue { state in state.readers.removeAll { $0 === reader } }
            self.endIfOver()
        }
        state.withValue { $0.readers.append(reader) }
        return pipe.writing
    }

    /// Kills the child, and stops waiting for other holders of its output.
    private func stop(_ failure: ChildRun.Failure) {
        let child: ChildProcess? = state.withValue { state in
            state.failure = state.failure ?? failure
            return state.child
        }
        closeReaders()
        child?.killGroup(SIGKILL)
        child?.kill(SIGKILL)
        endIfOver()
    }

    private func closeReaders() {
        let readers: [PipeReader] = state.withValue { state in
            defer { state.readers = [] }
            return state.readers
        }
        for reader: PipeReader in readers { reader.close() }
    }

    private func endIfOver() {
        let now: State = state.value
        guard let exit: ExitStatus = now.exit, now.readers.isEmpty else { return }
        if let failure: ChildRun.Failure = now.failure { return end(.failure(failure)) }
        end(.success(ChildRun.Outcome(exit: exit, output: now.output, errors: now.errors)))
    }

    private func end(_ result: Result<ChildRun.Outcome, ChildRun.Failure>) {
        let onEnd: Ending? = state.withValue { state in
            state.timer?.cancel()
            (state.timer, state.child) = (nil, nil)
            defer { state.onEnd = nil }
            return state.onEnd
        }
        onEnd?(result)
    }
}
