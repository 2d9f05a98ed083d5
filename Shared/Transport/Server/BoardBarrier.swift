public import ColonnadeContract

/// Whoever comes to a barrier.
public struct BarrierVisitor: Sendable {
    /// The consumer to whom the edge belongs; nil where anybody may connect, because then the name is only what a peer says.
    public let consumer: String?
    /// What came beside the call's Input.
    public let metadata: CallMetadata
    /// The bytes that wait with the call.
    public let bytes: Int

    /// Somebody who comes with a call.
    public init(consumer: String?, metadata: CallMetadata, bytes: Int) {
        self.consumer = consumer
        self.metadata = metadata
        self.bytes = bytes
    }
}

/// Stands before a board of a server: a call is let through, turned away, or waits. All on the server's loop.
public protocol BoardBarrier: Sendable {
    /// Whether nothing is in the way of `consumer`, whatever its call says.
    func isOpen(for consumer: String?) -> Bool

    /// Decides about a call.
    /// - Parameters:
    ///   - visitor: whose call it is.
    ///   - decide: called once where the verdict is to wait, unless the place was left before: with nil where the call
    ///     may go on, with a fault where it is turned away. Never before this function has returned.
    func admit(_ visitor: BarrierVisitor, decide: @escaping (Fault?) -> Void) -> BarrierVerdict
}

/// What a barrier says to a call.
public enum BarrierVerdict {
    /// It goes on.
    case pass
    /// It is turned away.
    case fail(Fault)
    /// It waits, and gives its place up where it is cancelled.
    case wait(any BarrierPlace)
}

/// A place among those who wait at a barrier.
public protocol BarrierPlace: AnyObject {
    /// Gives the place up: nothing is decided any more.
    func leave()
}
