internal import ColonnadeContract

/// What a provider's end of a connection is to do after an event. `Call` is whatever its driver knows an activation by.
///
/// What is large and rare is indirect: a value of every frame is moved about.
enum ProviderAction<Call> {
    case nothing
    /// Keep the frame, header and body, and offer it again after WELCOME.
    case hold
    /// HELLO came: welcome, describe or reject.
    indirect case judge(Hello)
    /// The consumer's contract came: welcome or reject.
    indirect case described(ContractDescriptor)
    /// The consumer takes the connection back; close.
    indirect case rejected(Reject)
    /// Open the stream and start the board with what follows `inputOffset` in the body.
    case activate(Opening)
    /// Answer FAIL: the stream is not opened, no handler is started.
    indirect case decline(stream: UInt32, board: UInt16, Fault)
    /// Hand the body on; with `isLast` no more follow.
    case command(Call, stream: UInt32, isLast: Bool)
    /// No more commands follow.
    case commandsFinished(Call)
    /// Cancel the handler; its reply is still the stream's end.
    case cancel(Call)
    /// Outputs may be sent that had to wait.
    case outputsGranted(Call)
    /// Write PONG with these bytes.
    case pong(UInt64)
    /// The consumer has seen DRAIN 1, and everything that it sent before has come.
    case drainAnswered
    /// The consumer ended the connection, and says why; close.
    indirect case ended(Fault)
    indirect case violated(Violation)
}

/// An ACTIVATE as it came. In this order it takes four words, which are handed on without going through memory.
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
    /// Not before the consumer has granted more.
    case later
    /// The activation has ended.
    case never
}
