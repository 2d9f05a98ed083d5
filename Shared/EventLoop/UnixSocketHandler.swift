/// What a connected socket tells the one who uses it. Everything comes on the socket's loop.
public protocol UnixSocketHandler: AnyObject {
    /// Whether the socket may read now. Where not, what came stays with the kernel, and the socket asks again in the next turn: so
    /// one that shares a turn out among many sockets can have each wait for its part.
    func socketMayRead(_ socket: UnixSocket) -> Bool
    /// Bytes came, in the loop's read buffer: they are gone when the call returns.
    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>)
    /// A descriptor came; it was sent before the bytes that are read after this call.
    func socket(_ socket: UnixSocket, didReceive descriptor: OwnedDescriptor)
    /// All that was queued is written, after the kernel had refused a part of it for a while.
    func socketDidDrain(_ socket: UnixSocket)
    /// The bytes that ``UnixSocket/read(_:into:)`` asked for came.
    func socket(_ socket: UnixSocket, didFill buffer: consuming [UInt8])
    /// The end, exactly once. Nothing follows, but for `socketDidDrain` behind `endOfFile`, where bytes that had to wait went
    /// out in the end. After it the socket closes by itself, `endOfFile` as `staysOpenAfterEndOfFile` says.
    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd)
}

extension UnixSocketHandler {
    /// For those who read whatever comes.
    public func socketMayRead(_ socket: UnixSocket) -> Bool { true }

    /// Closes a descriptor that nobody asked for.
    public func socket(_ socket: UnixSocket, didReceive descriptor: OwnedDescriptor) {}

    /// For those who never ask.
    public func socket(_ socket: UnixSocket, didFill buffer: consuming [UInt8]) {}
}
