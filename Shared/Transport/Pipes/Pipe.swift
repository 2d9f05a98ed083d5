public import ColonnadeEventLoop

/// A connected, ordered, reliable way for bytes, both ways, on one loop.
///
/// A connection knows nothing else of what carries it. Every function is called on the loop; what was written in a turn
/// goes out at its end, in one piece.
public protocol Pipe: AnyObject, Sendable {
    /// The loop to which the pipe belongs.
    var loop: EventLoop { get }
    /// Who is at the other end, as the kernel saw it; nil where nobody can tell.
    var peer: PeerCredentials? { get }
    /// Bytes that were written and not yet handed on.
    var queuedBytes: Int { get }

    /// Whether writing has failed: what is written is dropped, and reading goes on to the end.
    var isBroken: Bool { get }

    /// Begins to read. The pipe keeps `handler` until it has ended. Once.
    func start(_ handler: any PipeHandler)

    /// Lets `body` append to what goes out at the end of this turn. On a closed pipe it is dropped.
    func write(_ body: (inout [UInt8]) -> Void)

    /// Adds `piece` to what goes out at the end of this turn; a large one without a copy. On a closed pipe it is dropped.
    func write(piece: [UInt8])

    /// Has fewer bytes read at once than the pipe would take by itself; a hint.
    func readAtMost(_ bytes: Int)

    /// Whether ``read(_:into:)`` saves a copy here, and may be used.
    var readsInPlace: Bool { get }

    /// Puts the next `count` bytes behind what `buffer` holds; when all have come they are given by ``PipeHandler/pipeDidFill(_:)``.
    /// What comes behind them is read as ever. Once at a time.
    func read(_ count: Int, into buffer: consuming [UInt8])

    /// Hands on what was written without waiting for the turn's end.
    /// - Returns: whether nothing is left.
    func flush() -> Bool

    /// Leaves what comes in the pipe, and in the end with the peer.
    func pauseReading()
    func resumeReading()

    /// Closes once everything was handed on; reads no more. Again does nothing.
    func closeAfterFlush()

    /// Ends both ways at once and closes: what was not handed on is dropped, the peer can write no more, and what it had written
    /// until then is handed to ``PipeHandler/pipeDidRead(_:)`` before this returns. Again does nothing.
    func closeAfterReading()

    /// Closes at once. Again does nothing.
    func close()
}

/// What a pipe tells the one who uses it. Everything comes on the pipe's loop.
public protocol PipeHandler: AnyObject {
    /// Whether the pipe may read now; where not, it asks again in the loop's next turn.
    func pipeMayRead() -> Bool

    /// Bytes came; they are gone when the call returns.
    func pipeDidRead(_ bytes: borrowing Span<UInt8>)

    /// The bytes came that ``Pipe/read(_:into:)`` asked for.
    func pipeDidFill(_ buffer: consuming [UInt8])

    /// Everything that was queued has been handed on, after a part of it had to wait.
    func pipeDidDrain()

    /// The end, exactly once. Where writing failed, what the peer had sent before was read first.
    ///
    /// Nothing follows, but for ``pipeDidDrain()`` behind `endOfFile`, where bytes that had to wait went out in the end.
    func pipeDidEnd(_ end: PipeEnd)
}

extension PipeHandler {
    /// For those who read whatever comes.
    public func pipeMayRead() -> Bool { true }

    /// For those who never ask.
    public func pipeDidFill(_ buffer: consuming [UInt8]) {}
}

extension Pipe {
    /// A pipe copies what it carries, unless it says otherwise.
    public var readsInPlace: Bool { false }

    /// For pipes that tell their end at once.
    public var isBroken: Bool { false }

    /// For pipes that read little anyway.
    public func readAtMost(_ bytes: Int) {}

    /// For pipes that never say otherwise.
    public func read(_ count: Int, into buffer: consuming [UInt8]) {
        preconditionFailure("this pipe does not read in place")
    }
}

/// How a pipe came to its end.
public enum PipeEnd: Sendable, Hashable {
    /// The peer will send no more.
    case endOfFile
    /// Reading or writing failed, in the system's words.
    case failed(String)
    /// This side closed it.
    case closed
}

/// The way to one provider.
public protocol Dialer: Sendable {
    /// Makes a pipe that nobody reads from yet. Never waits. On the loop.
    func dial(on loop: EventLoop) throws(DialFailure) -> any Pipe
}

/// Why there is no pipe.
public enum DialFailure: Error, Sendable, Hashable {
    /// There is no such place: the edge was not declared. The place is named.
    case notFound(String)
    /// The place is there, and nobody listens. The place is named.
    case refused(String)
    /// The place is there, and this process may not go there. The place is named.
    case forbidden(String)
    /// Somebody listens there who is not trusted: the place, and the listener's user. Nothing was sent.
    case untrusted(String, uid: UInt32)
    /// The listener's queue is full: a little later there may be room.
    case busy(String)
    /// Anything else, in the system's words.
    case other(String)
}

/// Where pipes come in. Every function is called on the loop.
public protocol Acceptor: AnyObject, Sendable {
    /// Hands every pipe that comes to `onAccept`. Once.
    func start(_ onAccept: @escaping @Sendable (any Pipe) -> Void) throws(AcceptFailure)

    /// Accepts no more; what comes waits, also for another process that shares the place.
    func close()
}

/// Why nothing can be accepted, in the system's words.
public struct AcceptFailure: Error, Sendable, Hashable {
    /// What went wrong, for a person.
    public let reason: String

    /// A failure with its reason.
    public init(reason: String) {
        self.reason = reason
    }
}
