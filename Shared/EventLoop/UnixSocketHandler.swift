/// Receives the events of a connected socket, on the socket's loop.
public protocol UnixSocketHandler: AnyObject {
    /// Whether the socket may read now. If not, the bytes stay in the kernel and the socket asks again in the next turn, so a
    /// handler can share a turn out among many sockets.
    func socketMayRead(_ socket: UnixSocket) -> Bool
    /// Bytes arrived. They are in the loop's read buffer and valid only during the call.
    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>)
    /// A descriptor arrived; it was sent before the bytes that are read after this call.
    func socket(_ socket: UnixSocket, didReceive descriptor: OwnedDescriptor)
    /// All queued output was sent, after the kernel had refused part of it.
    func socketDidDrain(_ socket: UnixSocket)
    /// The bytes requested by ``UnixSocket/read(_:into:)`` have arrived.
    func socket(_ socket: UnixSocket, didFill buffer: consuming [UInt8])
    /// The socket ended; called exactly once. Nothing follows, except `socketDidDrain` after `endOfFile`, if output that had to
    /// wait was sent after all. Then the socket closes by itself, for `endOfFile` depending on `staysOpenAfterEndOfFile`.
    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd)
}

extension UnixSocketHandler {
    /// The default: always.
    public func socketMayRead(_ socket: UnixSocket) -> Bool { true }

    /// The default: closes the descriptor.
    public func socket(_ socket: UnixSocket, didReceive descriptor: OwnedDescriptor) {}

    /// The default: does nothing.
    public func socket(_ socket: UnixSocket, didFill buffer: consuming [UInt8]) {}
}
