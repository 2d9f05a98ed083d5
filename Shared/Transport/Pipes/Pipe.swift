public import ColonnadeEventLoop

/// A connected, ordered, reliable byte stream in both directions, on one loop.
///
/// A connection knows nothing else about its transport. Every function is called on the loop; the output of a turn is sent at its
/// end, in one piece.
public protocol Pipe: AnyObject, Sendable {
    /// The loop to which the pipe belongs.
    var loop: EventLoop { get }
    /// The peer, as the kernel saw it; nil if that is unknown.
    var peer: PeerCredentials? { get }
    /// Bytes written but not yet sent.
    var queuedBytes: Int { get }

    /// Whether the kernel has refused output, which the peer must read first.
    var isBlocked: Bool { get }

    /// Whether writing has failed: output is dropped, and reading goes on to the end.
    var isBroken: Bool { get }

    /// Starts reading. The pipe keeps `handler` until it has ended. Once.
    func start(_ handler: any PipeHandler)

    /// Lets `body` append to the output of this turn. On a closed pipe it is dropped.
    func write(_ body: (inout [UInt8]) -> Void)

    /// Appends `piece` to the output of this turn, without a copy if it is large. On a closed pipe it is dropped.
    func write(piece: [UInt8])

    /// Limits the bytes per read; a hint.
    func readAtMost(_ bytes: Int)

    /// Whether ``read(_:into:)`` is available, which saves a copy.
    var readsInPlace: Bool { get }

    /// Reads the next `count` bytes behind what `buffer` holds; ``PipeHandler/pipeDidFill(_:)`` gets them when all have arrived.
    /// Later bytes are read as usual. Once at a time.
    func read(_ count: Int, into buffer: consuming [UInt8])

    /// How many bytes of the current ``read(_:into:)`` have come.
    var filledBytes: Int { get }

    /// Sends the output without waiting for the turn's end.
    /// - Returns: whether nothing is left.
    func flush() -> Bool

    /// Stops reading, so that back-pressure reaches the peer.
    func pauseReading()
    func resumeReading()

    /// Shares a counter with the peer, which gets its memory with the bytes that are written next. Once, before anything is
    /// written; nil if this pipe can't carry memory.
    func shareCounter() -> SharedCounter?

    /// The counter that the peer has shared; nil if there is none. One that comes later is refused.
    func takeCounter() -> SharedCounter?

    /// Whether the pipe has ended because the peer closed it or died, and not because of anything on this side.
    var hasPeerLeft: Bool { get }

    /// Closes once everything is sent; stops reading now. Idempotent.
    func closeAfterFlush()

    /// Shuts down both directions and closes. Unsent output is dropped, the peer can write no more, and what it had written is
    /// passed to ``PipeHandler/pipeDidRead(_:)`` before this returns. Idempotent.
    func closeAfterReading()

    /// Closes at once. Idempotent.
    func close()
}

/// Receives the events of a pipe, on the pipe's loop.
public protocol PipeHandler: AnyObject {
    /// Whether the pipe may read now; if not, it asks again in the loop's next turn.
    func pipeMayRead() -> Bool

    /// Bytes arrived; they are valid only during the call.
    func pipeDidRead(_ bytes: borrowing Span<UInt8>)

    /// The bytes requested by ``Pipe/read(_:into:)`` have arrived.
    func pipeDidFill(_ buffer: consuming [UInt8])

    /// All queued output was sent, after part of it had to wait.
    func pipeDidDrain()

    /// The pipe ended; called exactly once. After a failed write, what the peer had sent before was read first.
    ///
    /// Nothing follows, except ``pipeDidDrain()`` after `endOfFile`, if output that had to wait was sent after all.
    func pipeDidEnd(_ end: PipeEnd)
}

extension PipeHandler {
    /// The default: always.
    public func pipeMayRead() -> Bool { true }

    /// The default: does nothing.
    public func pipeDidFill(_ buffer: consuming [UInt8]) {}
}

extension Pipe {
    /// The default: there is no memory to share.
    public func shareCounter() -> SharedCounter? { nil }

    /// The default: there is none.
    public func takeCounter() -> SharedCounter? { nil }

    /// The default: nobody knows.
    public var hasPeerLeft: Bool { false }

    /// The default, for pipes that do not read in place: none.
    public var filledBytes: Int { 0 }

    /// The default: the pipe copies.
    public var readsInPlace: Bool { false }

    /// The default, for pipes that report their end at once: false.
    public var isBroken: Bool { false }

    /// The default, for pipes that read little anyway: does nothing.
    public func readAtMost(_ bytes: Int) {}

    /// The default, for pipes that do not read in place: traps.
    public func read(_ count: Int, into buffer: consuming [UInt8]) {
        preconditionFailure("this pipe does not read in place")
    }
}

/// How a pipe ended.
public enum PipeEnd: Sendable, Hashable {
    /// The peer will send no more.
    case endOfFile
    /// Reading or writing failed; the system's description.
    case failed(String)
    /// This side closed it.
    case closed
}

/// Opens pipes to one provider.
public protocol Dialer: Sendable {
    /// Opens a pipe that is not started yet. Never waits. On the loop.
    func dial(on loop: EventLoop) throws(DialFailure) -> any Pipe
}

/// Why a pipe could not be opened.
public enum DialFailure: Error, Sendable, Hashable {
    /// This address does not exist: the edge was not declared.
    case notFound(String)
    /// This address exists, but nobody listens there.
    case refused(String)
    /// This address exists, but this process has no permission.
    case forbidden(String)
    /// The listener at this address is not trusted; its user is given. Nothing was sent.
    case untrusted(String, uid: UInt32)
    /// The listener's queue at this address is full: there may be room a little later.
    case busy(String)
    /// Anything else; the system's description.
    case other(String)
}

/// Accepts pipes. Every function is called on the loop.
public protocol Acceptor: AnyObject, Sendable {
    /// Passes every new pipe to `onAccept`. Once.
    func start(_ onAccept: @escaping @Sendable (any Pipe) -> Void) throws(AcceptFailure)

    /// Stops accepting; new connections wait, also for another process that shares the address.
    func close()
}

/// Why nothing can be accepted; the system's description.
public struct AcceptFailure: Error, Sendable, Hashable {
    /// What went wrong, for a person.
    public let reason: String

    /// Creates a failure with its reason.
    public init(reason: String) {
        self.reason = reason
    }
}
