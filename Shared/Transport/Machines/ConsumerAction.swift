internal import ColonnadeContract

/// What the consumer's end of a connection must do after an event. `Call` is the driver's handle of an activation.
///
/// Large and rare payloads are indirect, because a value of this type is moved for every frame.
enum ConsumerAction<Call> {
    case nothing
    /// WELCOME arrived: waiting calls may be sent.
    indirect case welcomed(Welcome)
    /// Answer with DESCRIBE and the contract of the boards in use.
    case describe
    /// The provider rejects the connection: nothing was dispatched; close.
    indirect case rejected(Reject)
    /// Deliver the body; with `isLast` the activation has completed as well. `paid` is false for a board of one output.
    case output(Call, isLast: Bool)
    case completed(Call, Completion)
    /// The body is the vertical's refusal.
    case refused(Call)
    indirect case failed(Call, Fault)
    /// A cancelled activation has ended.
    case released
    /// Commands that had to wait may be sent.
    case commandsGranted(Call)
    /// Write PONG with these bytes.
    case pong(UInt64)
    /// DRAIN, phase 1: open no more streams here.
    case draining
    /// DRAIN, phase 2: these were not dispatched.
    case stopped([Call])
    /// The provider ended the connection and says why.
    indirect case ended(Fault)
    indirect case violated(Violation)
}

/// Whether one more activation may be sent.
enum Admission: Equatable, Sendable {
    case now
    /// Not before WELCOME, or not before another activation has ended.
    case later
    /// Never on this connection.
    case elsewhere
}

/// Whether one more COMMAND may be sent.
enum CommandAdmission: Equatable, Sendable {
    case now
    /// Not before the provider grants more credit.
    case later
    /// The activation has ended, or FINISH was sent.
    case never
}

/// How an activation delivers its outputs.
enum OutputForm: Equatable, Sendable {
    /// Exactly one, without credit.
    case one
    case many
}
