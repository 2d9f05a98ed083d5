internal import ColonnadeContract
private import DequeModule
private import Synchronization

/// The commands of one activation that wait for credit.
///
/// Used on the connector's loop only; the mutex proves safety to the compiler.
final class CommandOutbox: Sendable {
    typealias Continuation = CheckedContinuation<CallError?, Never>

    private struct Waiting {
        let id: UInt64
        let command: [UInt8]
        let continuation: Continuation
    }

    private struct State {
        var waiting: Deque<Waiting> = Deque()
        var cancelled: Set<UInt64> = []
        var isFinished: Bool = false
        var isEnded: Bool = false
    }

    private let state: Mutex<State> = Mutex(State())

    /// No more commands follow.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

    /// The next command to send.
    var first: [UInt8]? { state.withLock { $0.waiting.first?.command } }

    func add(_ command: [UInt8], id: UInt64, _ continuation: Continuation) {
        let refusal: CallError? = state.withLock { state in
            if state.cancelled.remove(id) != nil { return Self.cancelled }
            if state.isEnded || state.isFinished { return Self.ended }
            state.waiting.append(Waiting(id: id, command: command, continuation: continuation))
            return nil
        }
        if let refusal { continuation.resume(returning: refusal) }
    }

    /// Tells the sender of the first command that it was sent.
    func removeFirst() {
        let sent: Waiting? = state.withLock { $0.waiting.popFirst() }
        sent?.continuation.resume(returning: nil)
    }

    func finish() {
        state.withLock { $0.isFinished = true }
    }

    /// The sender of a command has given up, possibly before the command arrived here.
    func cancel(_ id: UInt64) {
        let waiting: Waiting? = state.withLock { state in
            guard let index: Int = state.waiting.firstIndex(where: { $0.id == id }) else {
                if !state.isEnded { state.cancelled.insert(id) }
                return nil
            }
            return state.waiting.remove(at: index)
        }
        waiting?.continuation.resume(returning: Self.cancelled)
    }

    /// Tells all waiting senders that the activation has ended.
    func end() {
        let waiting: Deque<Waiting> = state.withLock { state in
            state.isEnded = true
            state.cancelled = []
            var waiting: Deque<Waiting> = Deque()
            swap(&waiting, &state.waiting)
            return waiting
        }
        for command: Waiting in waiting { command.continuation.resume(returning: Self.ended) }
    }

    private static var ended: CallError { .fault(Fault(.cancelled, "The activation has ended.", outcome: .notDispatched)) }

    private static var cancelled: CallError { .fault(Fault(.cancelled, "The command was given up.", outcome: .notDispatched)) }
}
