internal import ColonnadeContract
internal import ColonnadeEventLoop
private import DequeModule
private import Synchronization

/// The outputs of one activation between the connection and the one who iterates, who may be on any thread.
///
/// Invariant: somebody waits only while nothing is there to take. The credit that was granted bounds what is kept.
final class OutputInbox: Sendable {
    enum Step: Sendable {
        /// An output; and how many more the provider may now be told to send.
        case output([UInt8], grant: Int)
        case end(CallEnd)
        case wait
    }

    private struct State {
        var outputs: Deque<[UInt8]> = Deque()
        var end: CallEnd?
        var waiter: LoopContinuation<Void>?
        /// Outputs that were taken and not yet granted again.
        var taken: Int = 0
    }

    private let state: Mutex<State> = Mutex(State())

    /// How it ended well; nil before that.
    var completion: Completion? {
        state.withLock { state in
            guard case .completed(let completion) = state.end, state.outputs.isEmpty else { return nil }
            return completion
        }
    }

    func push(_ output: [UInt8]) {
        let waiter: LoopContinuation<Void>? = state.withLock { state in
            guard state.end == nil else { return nil }
            state.outputs.append(output)
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Ends it; what was pushed before is still handed out, unless the caller wants no more.
    func finish(_ end: CallEnd) {
        let waiter: LoopContinuation<Void>? = state.withLock { state in
            if state.end == nil { state.end = end }
            if case .failed(let fault) = end, fault.code == .cancelled { state.outputs.removeAll() }
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Takes the next output.
    /// - Parameter batch: how many must have been taken before more are granted.
    func take(batch: Int) -> Step {
        state.withLock { state in
            guard let output: [UInt8] = state.outputs.popFirst() else { return state.end.map(Step.end) ?? .wait }
            state.taken += 1
            guard state.taken >= batch, state.end == nil else { return .output(output, grant: 0) }
            defer { state.taken = 0 }
            return .output(output, grant: state.taken)
        }
    }

    /// Waits until there is something to take. Cancelling the task doesn't end it; cancelling the activation does.
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

    /// Starts over: the activation is sent again, with all its credit.
    func restart() {
        state.withLock { $0.taken = 0 }
    }
}
