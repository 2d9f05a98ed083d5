/// How a handler ends; exactly one terminal frame follows from it.
public enum Reply: Sendable {
    /// The one output of a board with one output, encoded.
    case output([UInt8])
    /// The one output, which ``OutputSink/output(_:)`` has sent already.
    case sent
    /// The end of a board with many outputs.
    case complete(Completion)
    /// The vertical's own refusal, encoded.
    case refuse([UInt8])
    /// A failure, with the outcome that the fault carries.
    indirect case fail(Fault)
}

/// Where a handler with many outputs puts them.
public protocol OutputSink: AnyObject, Sendable {
    /// Sends one encoded output; waits where the consumer has granted no credit or too many bytes are queued.
    /// - Throws: CancellationError once the consumer has cancelled or is gone.
    func emit(_ output: [UInt8]) async throws(CancellationError)

    /// Sends one output where nothing has to be waited for, encoded to where it is sent from.
    /// - Returns: false where it was not sent; ``emit(_:)`` waits, or says why not.
    func offer<Message: WireMessage>(_ message: Message) -> Bool

    /// Waits, behind an ``offer(_:)`` of `message` that was not sent, until it is worth another: meanwhile nobody keeps the output's encoded
    /// form, which may be as long as a frame.
    /// - Returns: false where only ``emit(_:)`` can wait.
    /// - Throws: CancellationError once the consumer has cancelled or is gone.
    func room<Message: WireMessage>(for message: Message) async throws(CancellationError) -> Bool

    /// As `offer(_:)`, for an output that is encoded already.
    func offer(encoded output: [UInt8]) -> Bool

    /// Sends the one output of a board with one output, encoded to where it is sent from; the handler returns what this
    /// returns, at once.
    func output<Message: WireMessage>(_ message: Message) -> Reply
}

extension OutputSink {
    /// Sends nothing: ``emit(_:)`` is always asked.
    public func offer<Message: WireMessage>(_ message: Message) -> Bool { false }

    /// ``emit(_:)`` is always asked.
    public func room<Message: WireMessage>(for message: Message) async throws(CancellationError) -> Bool { false }

    /// Sends nothing: ``emit(_:)`` is always asked.
    public func offer(encoded output: [UInt8]) -> Bool { false }

    public func output<Message: WireMessage>(_ message: Message) -> Reply { .output(message.encoded()) }
}

/// How the commands of an activation ended.
public enum CommandsEnd: Sendable {
    /// The consumer said FINISH.
    case finished
    /// The consumer cancelled, or is gone in the middle of it.
    case interrupted
}

/// One activation, from the provider's side: what a generated dispatcher gets for each ACTIVATE.
public protocol ServedCall: AnyObject, Sendable {
    /// Starts the handler on the loop, in place where that is safe, with the call's metadata bound.
    func serve(_ handler: consuming @escaping @Sendable (any OutputSink) async -> Reply)

    /// Says where commands go; to be called before ``serve(_:)``. `onCommand` runs on the loop and throws what makes
    /// the command invalid.
    func receiveCommands(
        _ onCommand: @escaping @Sendable (inout WireReader) throws(WireError) -> Void,
        onEnd: @escaping @Sendable (CommandsEnd) -> Void)

    /// How many commands the consumer may send before the board has taken one, 1 or more.
    var commandWindow: Int { get }

    /// Says that the board has taken a command, so that the consumer may send another. Any thread.
    func commandTaken()

    /// The consumer to whom the call's edge belongs; nil where anybody may connect. On the loop.
    var consumer: String? { get }
}

extension ServedCall {
    public var commandWindow: Int { Limits().commandCredit }

    public var consumer: String? { nil }
}

/// The serving side of one interface: generated, it decodes an Input and starts the board.
public protocol Dispatcher: Sendable {
    /// The contract that the dispatcher serves.
    var contract: ContractDescriptor { get }

    /// What is added to the contract's board numbers on the wire: 0, but for the platform's own interfaces.
    var boardOffset: UInt16 { get }

    /// Starts `board` with the Input in `body`.
    /// - Returns: false where the interface has no such board.
    /// - Throws: what is wrong with the Input; no handler was started then.
    func dispatch(board: UInt16, body: inout WireReader, call: any ServedCall) throws(WireError) -> Bool
}

extension Dispatcher {
    public var boardOffset: UInt16 { 0 }
}
