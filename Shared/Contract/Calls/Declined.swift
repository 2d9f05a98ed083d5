/// A board throws it to say that it has done nothing, and that the same call may be sent again: the caller gets FAIL `exhausted`, *not
/// dispatched*, and its client does so by itself within the call's deadline.
///
/// Whoever throws it promises that the call has had no effect. Everything else that a handler throws is *done*; and so is this one
/// where it comes from a call that the board itself has made.
public struct Declined: Error, Hashable, Sendable {
    /// One sentence for a person: what there is too much of.
    public let message: String
    /// When it makes sense to try again.
    public let retryAfter: Duration

    /// A call that is declined before anything was done.
    public init(_ message: String, retryAfter: Duration = .milliseconds(100)) {
        self.message = message
        self.retryAfter = retryAfter
    }
}
