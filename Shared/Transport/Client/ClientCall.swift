internal import ColonnadeContract
internal import ColonnadeEventLoop

extension CallEnd {
    /// The same end, for a call whose earlier attempt may have been dispatched.
    fileprivate var asOfUnknownTry: CallEnd {
        guard case .failed(let fault) = self, fault.outcome == .notDispatched else { return self }
        return .failed(fault.with(outcome: .unknown))
    }
}

/// What to respect when a call is sent again.
struct Resend: Sendable {
    /// How long the provider asks to wait; nil if it has not said.
    let retryAfter: Duration?
}

/// One activation on the consumer's side, through all its attempts, until its caller has the result.
///
/// Its mutable state belongs to the connector's loop.
final class ClientCall: OpenCall {
    /// What the caller of a board with one output waits for: the end, or nil if it has to wait in another way.
    typealias Continuation = LoopContinuation<CallEnd?>

    enum Place: Sendable, Equatable {
        /// Not passed to the connector yet.
        case fresh
        /// Waits for a connection, or for room on one.
        case waiting
        case sent(connection: UInt64, stream: UInt32)
        case ended
    }

    private struct State {
        /// The board's number in the consumer's lock.
        let board: UInt16
        /// Whether the Input may be sent again if the outcome of the first attempt is unknown.
        let isIdempotent: Bool
        /// The encoded Input; nil while the caller holds it and can be asked for it.
        var body: EncodedMessage?
        var metadata: CallMetadata
        var place: Place = .fresh
        var attempt: UInt32 = 1
        /// When the connector gives up, in nanoseconds of the loop's clock.
        var patienceEnd: UInt64 = .max
        /// An output arrived or a command was sent, so the activation can't be repeated unnoticed.
        var hasProgressed: Bool = false
        /// An earlier attempt may have been dispatched.
        var mayHaveRun: Bool = false
        var resendsOfUnknown: Int = 0
        var timer: LoopTimer?
        var continuation: Continuation?
        /// Whether the connector learns of the caller's cancellation.
        var isWatched: Bool = true
        /// Seen once in the search for slow calls.
        var isSlow: Bool = false
        /// Set while the call waits for its Input in order to be sent again.
        var awaitsInput: Resend?
        /// The result, if the caller of a board with one output has not started to wait: the output, or another end.
        var output: ReceivedMessage?
        var end: CallEnd?
        /// Set where a span is kept of the call.
        var made: MadeCall?
        var inputBytes: Int = 0
        var outputBytes: Int = 0

        /// Nil if it had ended before.
        mutating func finish() -> Waiting? {
            guard place != .ended else { return nil }
            place = .ended
            return Waiting(continuation: continuation.take(), timer: timer.take(), mayHaveRun: mayHaveRun, made: made.take())
        }
    }

    /// Who and what waits for the end of a call.
    private struct Waiting {
        let continuation: Continuation?
        let timer: LoopTimer?
        let mayHaveRun: Bool
        let made: MadeCall?
    }

    /// Receives the outputs; nil for a board with one output, whose caller waits itself.
    let inbox: OutputInbox?
    /// Holds waiting commands; nil if the board takes none.
    let outbox: CommandOutbox?
    private let state: LoopOwned<State>

    init(
        _ request: consuming CallRequest, metadata: CallMetadata, made: MadeCall? = nil, inbox: OutputInbox? = nil,
        takesCommands: Bool = false, loop: EventLoop
    ) {
        state = LoopOwned(
            State(board: request.board, isIdempotent: request.isIdempotent, body: request.body, metadata: metadata, made: made), loop: loop)
        self.inbox = inbox
        outbox = takesCommands ? CommandOutbox() : nil
    }

    /// Creates reusable memory for calls of boards with one output; ``become(board:isIdempotent:metadata:made:)`` begins each call.
    init(loop: EventLoop) {
        state = LoopOwned(State(board: 0, isIdempotent: false, metadata: CallMetadata()), loop: loop)
        inbox = nil
        outbox = nil
    }

    /// Becomes a call of a board with one output, whose caller holds the Input as long as it can. Nobody else may have a
    /// reference.
    func become(board: UInt16, isIdempotent: Bool, metadata: CallMetadata, made: MadeCall?) {
        state.change { $0 = State(board: board, isIdempotent: isIdempotent, metadata: metadata, made: made) }
    }

    /// Erases the metadata, which may contain a session, and the Input: the memory may stay unused for long.
    func forget() {
        state.change { state in
            if !state.metadata.isPlain { state.metadata = CallMetadata() }
            if state.body != nil { state.body = nil }
        }
    }

    var form: OutputForm { inbox == nil ? .one : .many }

    var board: UInt16 { state.change { $0.board } }

    var isIdempotent: Bool { state.change { $0.isIdempotent } }

    var metadata: CallMetadata { state.change { $0.metadata } }

    /// What is sent with the Input: nothing if there is no metadata and this is the first attempt.
    var said: (board: UInt16, metadata: CallMetadata, attempt: UInt32) { state.change { ($0.board, $0.metadata, $0.attempt) } }

    /// The encoded Input; nil while the caller holds it.
    var body: EncodedMessage? { state.change { $0.body } }

    /// The size of the encoded Input; 0 while the caller holds it.
    var bodyBytes: Int { state.change { $0.body?.count ?? 0 } }

    /// Takes the Input over from the caller.
    func keep(_ body: EncodedMessage) {
        state.change { $0.body = body }
    }

    var place: Place { state.change { $0.place } }

    var attempt: UInt32 { state.change { $0.attempt } }

    var patienceEnd: UInt64 { state.change { $0.patienceEnd } }

    var resendsOfUnknown: Int { state.change { $0.resendsOfUnknown } }

    var hasProgressed: Bool { state.change { $0.hasProgressed } }

    /// - Parameter bytes: of an output among many.
    func noteProgress(_ bytes: Int = 0) {
        state.change { state in
            state.hasProgressed = true
            state.outputBytes &+= bytes
        }
    }

    /// Notes how long the Input was with its metadata, where it has any.
    func noteSent(_ bytes: Int) {
        state.change { $0.inputBytes = bytes }
    }

    func move(to place: Place) {
        state.change { $0.place = place }
    }

    /// Extends the patience, unless the call has a deadline: then that timer ends it.
    func renewPatience(until end: UInt64) {
        state.change { if $0.metadata.deadline == nil { $0.patienceEnd = end } }
    }

    /// Counts another attempt.
    /// - Parameter mayHaveRun: whether the previous attempt may have been dispatched.
    func noteResend(mayHaveRun: Bool) {
        state.change { state in
            state.attempt += 1
            state.place = .waiting
            guard mayHaveRun else { return }
            state.mayHaveRun = true
            state.resendsOfUnknown += 1
        }
    }

    /// Takes the call over from its caller.
    /// - Returns: false if it was cancelled before; `continuation` has then been resumed.
    func begin(_ continuation: Continuation?, patienceEnd: UInt64, isWatched: Bool) -> Bool {
        let isFresh: Bool = state.change { state in
            guard state.place == .fresh else { return false }
            state.place = .waiting
            state.continuation = continuation
            state.patienceEnd = patienceEnd
            state.isWatched = isWatched
            return true
        }
        if !isFresh, let continuation { wait(continuation) }
        return isFresh
    }

    /// Makes the caller wait; again after ``isLeftUnwatched()`` or ``askForInput(_:)`` woke it, or would have.
    func wait(_ continuation: Continuation) {
        let (isKnown, end): (Bool, CallEnd?) = state.change { state in
            if state.place == .ended {
                return (true, state.output.take().map(CallEnd.output) ?? state.end.take() ?? .failed(Self.cancelledBefore))
            }
            if state.awaitsInput != nil, state.body == nil { return (true, nil) }
            state.continuation = continuation
            return (false, nil)
        }
        if isKnown { continuation.resume(returning: end) }
    }

    /// Whether a caller that turns the loop in place must look at the call: it has ended, or its Input is wanted.
    var hasNews: Bool { state.change { $0.place == .ended || $0.awaitsInput != nil } }

    func takeOutput() -> ReceivedMessage? {
        state.change { $0.output.take() }
    }

    /// Called periodically. The second time, the caller is woken, so that it can watch for cancellation.
    /// - Returns: whether to ask again.
    func isLeftUnwatched() -> Bool {
        let (isLeft, continuation): (Bool, Continuation?) = state.change { state in
            guard !state.isWatched, state.place != .ended else { return (false, nil) }
            guard state.isSlow else {
                state.isSlow = true
                return (true, nil)
            }
            state.isWatched = true
            return (false, state.continuation.take())
        }
        continuation?.resume(returning: nil)
        return isLeft
    }

    /// Wakes the caller, which holds the Input, so that the call can be sent again.
    func askForInput(_ resend: Resend) {
        let continuation: Continuation? = state.change { state in
            state.awaitsInput = resend
            state.isWatched = true
            return state.continuation.take()
        }
        continuation?.resume(returning: nil)
    }

    /// The resend that waits only for the Input; nil if there is none.
    func takeResend() -> Resend? {
        state.change { state in
            guard state.place == .waiting else { return nil }
            return state.awaitsInput.take()
        }
    }

    func keep(_ timer: LoopTimer) {
        state.change { $0.timer = timer }
    }

    /// Completes the call with its end; only the first one counts.
    func complete(_ end: consuming CallEnd) {
        guard let waiting: Waiting = state.change({ $0.finish() }) else { return }
        waiting.timer?.cancel()
        outbox?.end()
        if waiting.mayHaveRun { end = end.asOfUnknownTry }
        if let made: MadeCall = waiting.made { keepSpan(of: made, end) }
        if let inbox { return inbox.finish(end) }
        guard let continuation: Continuation = waiting.continuation else { return keep(end) }
        continuation.resume(returning: end)
    }

    private func keepSpan(of made: MadeCall, _ end: borrowing CallEnd) {
        let (inputBytes, streamed): (Int, Int) = state.change { ($0.inputBytes, $0.outputBytes) }
        var outputBytes: Int = streamed
        switch end {
        case .output(let output): output.lend { outputBytes = $0.count }
        case .refused(let refusal): outputBytes += refusal.count
        case .completed, .failed: break
        }
        made.ended(CallSpan.End(end), inputBytes: inputBytes, outputBytes: outputBytes)
    }

    /// Keeps the end until the caller comes for it.
    private func keep(_ end: consuming CallEnd) {
        switch consume end {
        case .output(let output): state.change { $0.output = output }
        case let end: state.change { $0.end = end }
        }
    }

    static var cancelledBefore: Fault { Fault(.cancelled, "The call was cancelled before it was sent.", outcome: .notDispatched) }
}
