internal import ColonnadeContract
internal import ColonnadeEventLoop
private import DequeModule
private import Synchronization

/// Queues the outputs of one activation between the connection and the iterating task, which may be on any thread.
///
/// Invariants: somebody waits only while nothing can be taken. The queue is bounded by the granted credit, and by the bytes that
/// the initial credit could bring, however much the credit has grown.
final class OutputInbox: Sendable {
    enum Step: Sendable {
        /// An output, and how many more outputs to grant the provider.
        case output([UInt8], grant: Int)
        case end(CallEnd)
        case wait
    }

    private struct State {
        var outputs: Deque<[UInt8]> = Deque()
        /// The bytes of `outputs`.
        var bytes: Int = 0
        var end: CallEnd?
        var waiter: LoopContinuation<Void>?
        /// Is called in the place of a waiter.
        var wake: (@Sendable () -> Void)?
        /// How many outputs to take before granting more: half of the credit, so that the provider need not stop.
        var batch: Int
        /// Outputs taken but not yet granted again, and their bytes.
        var taken: Int = 0
        var takenBytes: Int = 0

        mutating func popFirst() -> [UInt8]? {
            guard let output: [UInt8] = outputs.popFirst() else { return nil }
            bytes -= output.count
            taken += 1
            takenBytes += output.count
            return output
        }
    }

    /// If outputs are this small on average, each stop for more credit costs as much as many of them, so the credit grows.
    private static let smallBytes: Int = 256
    private static let mostGrowth: Int = 4

    private let firstBatch: Int
    private let mostBytes: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - credit: the initial credit in outputs.
    ///   - frameBytes: the longest possible output.
    init(credit: Int, frameBytes: Int) {
        firstBatch = max(credit / 2, 1)
        let (bytes, overflow): (Int, Bool) = credit.multipliedReportingOverflow(by: frameBytes)
        mostBytes = overflow ? .max : bytes
        state = Mutex(State(batch: firstBatch))
    }

    /// How it completed; nil before that.
    var completion: Completion? {
        state.withLock { state in
            guard case .completed(let completion) = state.end, state.outputs.isEmpty else { return nil }
            return completion
        }
    }

    /// Whether the activation has ended, possibly with outputs still to be taken.
    var hasEnded: Bool { state.withLock { $0.end != nil } }

    /// Keeps an output until it is taken.
    /// - Returns: false if that would exceed the bytes that the initial credit could bring: a provider got more credit for small
    ///   outputs and used it for large ones, faster than they are taken.
    func push(_ output: [UInt8]) -> Bool {
        let (hasRoom, waiter, wake): (Bool, LoopContinuation<Void>?, (@Sendable () -> Void)?) = state.withLock { state in
            guard state.end == nil else { return (true, nil, nil) }
            guard output.count <= mostBytes - state.bytes else { return (false, nil, nil) }
            state.bytes += output.count
            state.outputs.append(output)
            return (true, state.waiter.take(), state.wake.take())
        }
        waiter?.resume()
        wake?()
        return hasRoom
    }

    /// Ends it. Outputs pushed before are still delivered, unless the caller has abandoned them.
    func finish(_ end: CallEnd) {
        let (waiter, wake): (LoopContinuation<Void>?, (@Sendable () -> Void)?) = state.withLock { state in
            if state.end == nil { state.end = end }
            if case .failed(let fault) = end, fault.code == .cancelled { (state.outputs, state.bytes) = (Deque(), 0) }
            return (state.waiter.take(), state.wake.take())
        }
        waiter?.resume()
        wake?()
    }

    /// Takes the next output.
    func take() -> Step {
        state.withLock { state in
            guard let output: [UInt8] = state.popFirst() else { return state.end.map(Step.end) ?? .wait }
            guard state.taken >= state.batch, state.end == nil else { return .output(output, grant: 0) }
            return .output(output, grant: grant(&state))
        }
    }

    private func grant(_ state: inout State) -> Int {
        defer { (state.taken, state.takenBytes) = (0, 0) }
        guard state.takenBytes <= state.taken * Self.smallBytes else { return shrunk(&state) }
        guard state.batch < firstBatch * Self.mostGrowth else { return state.taken }
        state.batch *= 2
        return state.taken + state.batch
    }

    /// Reverts the last growth, if there was one: fewer outputs are granted than were taken.
    private func shrunk(_ state: inout State) -> Int {
        guard state.batch > firstBatch else { return state.taken }
        defer { state.batch /= 2 }
        return state.taken - state.batch
    }

    /// The next output, if it has arrived and needs no new grant.
    func ready() -> [UInt8]? {
        state.withLock { $0.taken + 1 < $0.batch ? $0.popFirst() : nil }
    }

    /// Calls `wake` once there is something to take: for who holds no task meanwhile.
    /// - Returns: false if there is something already.
    func rest(until wake: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            precondition(state.waiter == nil && state.wake == nil, "outputs are taken by one task")
            guard state.outputs.isEmpty, state.end == nil else { return false }
            state.wake = wake
            return true
        }
    }

    /// Waits until there is something to take. Cancelling the task doesn't end the wait; cancelling the activation does.
    func wait() async {
        await LoopContinuation<Void>.wait { continuation in
            let isReady: Bool = state.withLock { state in
                precondition(state.waiter == nil, "outputs are taken by one task")
                if !state.outputs.isEmpty || state.end != nil { return true }
                state.waiter = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Starts over, because the activation is sent again with its full credit.
    func restart() {
        state.withLock { ($0.taken, $0.takenBytes, $0.batch) = (0, 0, firstBatch) }
    }
}
