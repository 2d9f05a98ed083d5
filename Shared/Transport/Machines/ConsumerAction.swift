internal import ColonnadeContract

/// What a consumer's end of a connection is to do after an event. `Call` is whatever its driver knows an activation by.
///
/// What is large and rare is indirect: a value of every frame is moved about.
enum ConsumerAction<Call> {
    case nothing
    /// WELCOME came: what waited for room may go.
    indirect case welcomed(Welcome)
    /// Answer with DESCRIBE and the contract of the boards in use.
    case describe
    /// The provider does not take the connection: nothing was dispatched; close.
    indirect case rejected(Reject)
    /// Hand the body on; with `isLast` the activation has completed as well. `paid` is false for a board of one output.
    case output(Call, isLast: Bool)
    case completed(Call, Completion)
    /// The body is the vertical's refusal.
    case refused(Call)
    indirect case failed(Call, Fault)
    /// A cancelled activation has come to its end.
    case released
    /// Commands may be sent that had to wait.
    case commandsGranted(Call)
    /// Write PONG with these bytes.
    case pong(UInt64)
    /// DRAIN, phase 1: open no more here.
    case draining
    /// DRAIN, phase 2: these were not dispatched.
    case stopped([Call])
    /// The provider ended the connection, and says why.
    indirect case ended(Fault)
    indirect case violated(Violation)
}

/// Whether one more activation may be sent.
enum Admission: Equatable, Sendable {
    case now
    /// Not before WELCOME, or before another activation has ended.
    case later
    /// Never on this connection.
    case elsewhere
}

/// Whether one more COMMAND may be sent.
enum CommandAdmission: Equatable, Sendable {
    case now
    /// Not before the provider has granted more.
    case later
    /// The activation has ended, or said that no more follow.
    case never
}

/// How an activation gives its outputs.
enum OutputForm: Equatable, Sendable {
    /// Exactly one, without credit.
    case one
    case many
}
