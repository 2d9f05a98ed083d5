public import ColonnadeContract

/// A call that arrives at a barrier.
public struct BarrierVisitor: Sendable {
    /// The consumer that owns the edge; nil if anybody may connect, because then the name is only what the peer claims.
    public let consumer: String?
    /// The call's metadata.
    public let metadata: CallMetadata
    /// The bytes that are held while the call waits.
    public let bytes: Int

    /// Creates a visitor for a call.
    public init(consumer: String?, metadata: CallMetadata, bytes: Int) {
        self.consumer = consumer
        self.metadata = metadata
        self.bytes = bytes
    }
}

/// Guards a board of a server: it admits a call, rejects it, or makes it wait. Everything happens on the server's loop.
public protocol BoardBarrier: Sendable {
    /// Whether `consumer` may pass, whatever its call says.
    func isOpen(for consumer: String?) -> Bool

    /// Decides on a call.
    /// - Parameters:
    ///   - visitor: the call.
    ///   - decide: called once if the verdict is to wait, unless the place is left first: with nil to admit the call, with a
    ///     fault to reject it. Never before this function has returned.
    func admit(_ visitor: BarrierVisitor, decide: @escaping (Fault?) -> Void) -> BarrierVerdict
}

/// A barrier's verdict on a call.
public enum BarrierVerdict {
    /// The call is admitted.
    case pass
    /// The call is rejected.
    case fail(Fault)
    /// The call waits, and leaves its place when it is cancelled.
    case wait(any BarrierPlace)
}

/// A waiting call's place at a barrier.
public protocol BarrierPlace: AnyObject {
    /// Leaves the place: no decision follows.
    func leave()
}
