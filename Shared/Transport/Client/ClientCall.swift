internal import ColonnadeContract
internal import ColonnadeEventLoop
private import Synchronization

/// How an activation ended, from the consumer's side.
enum CallEnd: Sendable {
    /// The one output of a board with one.
    case output(ReceivedMessage)
    case completed(Completion)
    case refused([UInt8])
    case failed(Fault)
}

/// One activation on the consumer's side, through all its tries, until its caller has its end.
///
/// What changes belongs to the connector's loop; the mutex is never waited for.
final class ClientCall: Sendable {
    typealias Continuation = LoopContinuation<Void>

    enum Place: Sendable, Equatable {
        /// Not handed to the connector yet.
        case fresh
        /// Waits for a connection, or for room on it.
        case waiting
        case sent(connection: UInt64, stream: UInt32)
        case ended
    }

    private struct State {
        /// The encoded Input; empty once it was taken.
        var body: EncodedMessage
        var place: Place = .fresh
        var attempt: UInt32 = 1
        /// When the connector gives up, in nanoseconds of the loop's clock.
        var patienceEnd: UInt64 = .max
        /// An output has come or a command was sent, so the activation can't be repeated unseen.
        var hasProgressed: Bool = false
        /// An earlier try may have been dispatched.
        var mayHaveRun: Bool = false
        var resendsOfUnknown: Int = 0
        var timer: LoopTimer?
        var continuation: Continuation?
        /// Whether the caller's cancelling comes to the connector.
        var isWatched: Bool = true
        /// Seen once among those that take long.
        var isSlow: Bool = false
        /// How it ended, for the caller of a board with one output to take.
        var end: CallEnd?
    }

    /// The board's number in the consumer's lock.
    let board: UInt16
    /// Whether the Input may be sent again where the outcome of the first try is unknown.
    let isIdempotent: Bool
    /// The size of the encoded Input.
    let bodyBytes: Int
    let metadata: CallMetadata
    /// Whether the metadata says nothing, in which case the first try sends none.
    let isPlain: Bool
    /// Where outputs go; nil for a board with one output, whose caller waits itself.
    let inbox: OutputInbox?
    /// Where commands wait; nil where the board takes none.
    let outbox: CommandOutbox?
    private let state: Mutex<State>

    init(_ request: consuming CallRequest, metadata: CallMetadata, inbox: OutputInbox? = nil, takesCommands: Bool = false) {
        board = request.board
        isIdempotent = request.isIdempotent
        bodyBytes = request.body.count
        self.metadata = metadata
        isPlain = metadata.isPlain
        state = Mutex(State(body: request.body))
        self.inbox = inbox
        outbox = takesCommands ? CommandOutbox() : nil
    }

    var form: OutputForm { inbox == nil ? .one : .many }

    /// The encoded Input.
    var body: EncodedMessage { state.withLock { $0.body } }

    /// Takes the Input's memory, once the call has ended.
    func takeBody() -> [UInt8] {
        state.withLock { $0.body.takeBytes() }
    }

    var place: Place { state.withLock { $0.place } }

    var attempt: UInt32 { state.withLock { $0.attempt } }

    var patienceEnd: UInt64 { state.withLock { $0.patienceEnd } }

    var resendsOfUnknown: Int { state.withLock { $0.resendsOfUnknown } }

    var hasProgressed: Bool { state.withLock { $0.hasProgressed } }

    func noteProgress() {
        state.withLock { $0.hasProgressed = true }
    }

    func move(to place: Place) {
        state.withLock { $0.place = place }
    }

    /// Counts one more try.
    /// - Parameter mayHaveRun: whether the try before may have been dispatched.
    func noteResend(mayHaveRun: Bool) {
        state.withLock { state in
            state.attempt += 1
            state.place = .waiting
            guard mayHaveRun else { return }
            state.mayHaveRun = true
            state.resendsOfUnknown += 1
        }
    }

    /// Takes the call over from its caller.
    /// - Returns: false where it was cancelled before, and `continuation` has been told.
    func begin(_ continuation: Continuation?, patienceEnd: UInt64, isWatched: Bool) -> Bool {
        let isFresh: Bool = state.withLock { state in
            guard state.place == .fresh else { return false }
            state.place = .waiting
            state.continuation = continuation
            state.patienceEnd = patienceEnd
            state.isWatched = isWatched
            return true
        }
        if !isFresh { continuation?.resume() }
        return isFresh
    }

    var hasEnded: Bool { state.withLock { $0.place == .ended } }

    /// Has the caller wait again, after ``isLeftUnwatched()`` has woken it.
    func wait(_ continuation: Continuation) {
        let hasEnded: Bool = state.withLock { state in
            if state.place != .ended { state.continuation = continuation }
            return state.place == .ended
        }
        if hasEnded { continuation.resume() }
    }

    /// Asked now and again: the second time, the caller is woken, and is to have itself watched for cancelling.
    /// - Returns: whether to ask again.
    func isLeftUnwatched() -> Bool {
        let (isLeft, continuation): (Bool, Continuation?) = state.withLock { state in
            guard !state.isWatched, state.place != .ended else { return (false, nil) }
            guard state.isSlow else {
                state.isSlow = true
                return (true, nil)
            }
            state.isWatched = true
            return (false, state.continuation.take())
        }
        continuation?.resume()
        return isLeft
    }

    /// Takes the end, for which the caller has waited.
    func takeEnd() -> CallEnd {
        state.withLock { $0.end.take() } ?? .failed(Self.cancelled)
    }

    func keep(_ timer: LoopTimer) {
        state.withLock { $0.timer = timer }
    }

    /// Gives the caller its end; the first one counts.
    func complete(_ end: consuming CallEnd) {
        guard let (continuation, timer): (Continuation?, LoopTimer?) = take(end) else { return }
        timer?.cancel()
        if let inbox { inbox.finish(takeEnd()) }
        outbox?.end()
        continuation?.resume()
    }

    /// Keeps the end; nil where there was one before.
    private func take(_ end: consuming CallEnd) -> (Continuation?, LoopTimer?)? {
        // Moved into its place, since a copy would count references.
        var end: CallEnd? = end
        return state.withLock { state in
            guard state.place != .ended else { return nil }
            state.place = .ended
            if case .failed(let fault) = end, state.mayHaveRun, fault.outcome == .notDispatched {
                state.end = .failed(fault.with(outcome: .unknown))
            } else {
                swap(&state.end, &end)
            }
            return (state.continuation.take(), state.timer.take())
        }
    }

    private static var cancelled: Fault { Fault(.cancelled, "The call was cancelled before it was sent.", outcome: .notDispatched) }
}
