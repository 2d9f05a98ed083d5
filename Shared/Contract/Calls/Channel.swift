/// One activation, as a generated client hands it to the transport.
public struct CallRequest: Sendable {
    /// The board's number in the consumer's lock.
    public let board: UInt16
    /// The encoded Input.
    public let body: EncodedMessage
    /// Whether the Input may be sent again where the outcome of the first try is unknown.
    public let isIdempotent: Bool

    /// A request to activate a board, as a generated client makes it.
    public init(board: UInt16, body: [UInt8], isIdempotent: Bool) {
        self.init(board: board, body: EncodedMessage(body), isIdempotent: isIdempotent)
    }

    /// The same, with an Input of which a long field may lie by itself.
    public init(board: UInt16, body: EncodedMessage, isIdempotent: Bool) {
        self.board = board
        self.body = body
        self.isIdempotent = isIdempotent
    }
}

/// What a call ends with when it does not end well, before the refusal is decoded.
public enum CallError: Error, Sendable {
    /// The vertical's encoded refusal.
    case refused([UInt8])
    /// Any other end: a failure of the transport, of the provider, or of the handler.
    case fault(Fault)
}

/// What a generated client calls through. The transport implements it; deadline, session, trace and key are taken
/// from ``CallMetadata/current``.
public protocol Channel: AnyObject, Sendable {
    /// Activates a board with one output, and gives the encoded output. Cancelling the task cancels the activation.
    func call(_ request: consuming CallRequest) async throws(CallError) -> ReceivedMessage

    /// Begins what `call(_:)` does, for an Input that is a message: it is encoded to where it is sent from.
    /// - Parameter actor: what the caller is isolated to. Where that is nothing, it may be kept here until the call has ended.
    func begin<Input: WireMessage>(board: UInt16, _ input: Input, isIdempotent: Bool, on actor: (any Actor)?) -> any OpenCall

    /// Goes on with a call whose caller has waited and was given nothing: it takes long, or the Input is needed again. Cancelling the
    /// task cancels the activation from here on.
    func goOn<Input: WireMessage>(_ call: any OpenCall, _ input: Input) async -> CallEnd

    /// Activates a board with many outputs. Nothing is sent before the first ``CallStream/next()``.
    func open(_ request: CallRequest, takesCommands: Bool) -> any CallStream

    /// Takes back the memory of an output that was decoded.
    func recycle(_ buffer: consuming [UInt8])

    /// Takes back the memory of a call that has ended, and of its output, which was decoded.
    func recycle(_ call: consuming any OpenCall, _ buffer: consuming [UInt8])
}

extension Channel {
    /// Encodes the Input, and leaves the rest to ``goOn(_:_:)``.
    public func begin<Input: WireMessage>(board: UInt16, _ input: Input, isIdempotent: Bool, on actor: (any Actor)?) -> any OpenCall {
        EncodedCall(CallRequest(board: board, body: EncodedMessage(encoding: input), isIdempotent: isIdempotent))
    }

    /// Calls with the encoded Input.
    public func goOn<Input: WireMessage>(_ call: any OpenCall, _ input: Input) async -> CallEnd {
        guard let encoded: EncodedCall = call as? EncodedCall else { preconditionFailure("the call was begun by another channel") }
        do throws(CallError) {
            return .output(try await self.call(encoded.request))
        } catch {
            return CallEnd(error)
        }
    }

    /// Keeps no memory.
    public func recycle(_ buffer: consuming [UInt8]) {}

    /// Keeps no memory.
    public func recycle(_ call: consuming any OpenCall, _ buffer: consuming [UInt8]) {}
}

/// One activation with many outputs, from the consumer's side. Dropping the last reference cancels it.
public protocol CallStream: AnyObject, Sendable {
    /// The next encoded output, or nil once the activation has completed.
    func next() async throws(CallError) -> [UInt8]?

    /// The next encoded output where it has come already and nothing else is to be said; nil otherwise, and ``next()`` tells.
    func ready() -> [UInt8]?

    /// Calls `wake` once, when an output has come or the activation has ended, and begins it where that was not done. ``next()`` does not
    /// wait then.
    /// - Returns: false where there is something already, or the stream can't tell: ``next()`` is to be asked, and `wake` is not called.
    func rest(until wake: @escaping @Sendable () -> Void) -> Bool

    /// Takes back the memory of an output that was decoded.
    func recycle(_ buffer: consuming [UInt8])

    /// Sends one encoded command; waits where the provider has granted none.
    func send(command: [UInt8]) async throws(CallError)

    /// Says that no more commands follow.
    func finishCommands()

    /// Cancels the activation; nothing happens where it has ended.
    func cancel()

    /// How the activation ended; nil before that.
    var completion: Completion? { get }
}

extension CallStream {
    /// Has nothing ready: ``next()`` is always asked.
    public func ready() -> [UInt8]? { nil }

    /// Can't tell: ``next()`` is always asked.
    public func rest(until wake: @escaping @Sendable () -> Void) -> Bool { false }

    /// Keeps no memory.
    public func recycle(_ buffer: consuming [UInt8]) {}
}
