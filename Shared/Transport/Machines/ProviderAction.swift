internal import ColonnadeContract

/// What the provider's end of a connection must do after an event. `Call` is the driver's handle of an activation.
///
/// Large and rare payloads are indirect, because a value of this type is moved for every frame.
enum ProviderAction<Call> {
    case nothing
    /// Keep the frame, header and body, and process it again after WELCOME.
    case hold
    /// HELLO arrived: welcome, describe or reject.
    indirect case judge(Hello)
    /// The consumer's contract arrived: welcome or reject.
    indirect case described(ContractDescriptor)
    /// The consumer rejects the connection; close.
    indirect case rejected(Reject)
    /// Open the stream and start the board with the Input from `inputOffset` of the body.
    case activate(Opening)
    /// Answer FAIL: the stream is not opened, and no handler starts.
    indirect case decline(stream: UInt32, board: UInt16, Fault)
    /// Deliver the body; with `isLast` no more commands follow.
    case command(Call, stream: UInt32, isLast: Bool)
    /// No more commands follow.
    case commandsFinished(Call)
    /// Cancel the handler; its reply still ends the stream.
    case cancel(Call)
    /// Outputs that had to wait may be sent.
    case outputsGranted(Call)
    /// Write PONG with these bytes.
    case pong(UInt64)
    /// The consumer has seen DRAIN 1, and everything it sent before has arrived.
    case drainAnswered
    /// The consumer ended the connection and says why; close.
    indirect case ended(Fault)
    indirect case violated(Violation)
}

/// A received ACTIVATE. In this order of fields it takes four words, which are passed in registers.
struct Opening: Equatable, Sendable {
    let stream: UInt32
    let board: UInt16
    /// Whether the consumer has said that no commands follow.
    let isEnded: Bool
    /// Where the Input begins in the frame's body.
    let inputOffset: UInt32
    let metadata: CallMetadata
}

/// Whether one more OUTPUT may be sent.
enum OutputAdmission: Equatable, Sendable {
    case now
    /// Not before the consumer grants more credit.
    case later
    /// The activation has ended.
    case never
}
