import CLibuv
import Glibc

/// A connected Unix stream socket on a loop.
///
/// Bytes are read once per readiness, into one buffer that all sockets of the loop share. What is written in a turn goes to
/// the kernel in one system call at the end of the turn, or in a few where it is much; what the kernel does not take waits,
/// and `queuedBytes` tells how much that is. The queue has no limit of its own: who writes looks at `queuedBytes` and
/// stops reading meanwhile.
@safe public final class UnixSocket: @unchecked Sendable {
    // Sendable: all that changes is touched on the loop's thread only; every public function checks that.

    /// Whether the handler may be called while a task turns the loop in place, and so may see that task's task-locals; it must start
    /// no task that is not detached. Otherwise that turn ends where anything comes. On the loop.
    public var isCalledInPlace: Bool {
        get { unsafe callsInPlace }
        set { unsafe callsInPlace = newValue }
    }

    /// The loop to which the socket belongs.
    public let loop: EventLoop
    /// Whether descriptors that come are handed to the handler (the kernel closes them otherwise). Plain reads are a
    /// little cheaper, so a connection that has had all the descriptors it wants sets this to false.
    public var acceptsDescriptors: Bool {
        get { unsafe receivesDescriptors }
        set { unsafe receivesDescriptors = newValue }
    }
    /// Bytes that are read at once at most, 1 or more: fewer than a loop has room for where many small messages in one read would
    /// keep others waiting. On the loop.
    public var mostBytesOfRead: Int {
        get { unsafe mostRead }
        set { unsafe mostRead = newValue }
    }
    /// Whether the socket may still be written to when the peer will send no more. Where false, it closes after a flush.
    public var staysOpenAfterEndOfFile: Bool = false

    enum State {
        case open
        /// The peer's end was reported; writing is still possible.
        case readEnded
        case closed
    }

    // The loop's own, kept here because a reference that is reached through the loop is counted at each use.
    let buffers: BufferPool
    var state: State = .open
    var descriptor: OwnedDescriptor?
    var poll: PollHandle?
    var handler: (any UnixSocketHandler)?
    /// Where the next bytes go that are read, and how many of them; see ``read(_:into:)``.
    var filling: [UInt8] = []
    var fillingMissing: Int = 0
    /// The last that was read went to a buffer of its own, and so may the next: little is read to find out.
    var readsLittle: Bool = false
    var isPaused: Bool = false
    var isBlocked: Bool = false
    var isFlushQueued: Bool = false
    var closesAfterFlush: Bool = false
    var finishesAfterFlush: Bool = false
    var writeError: SocketError?
    /// What may still be read after a write error: a live peer could otherwise go on for ever.
    var lastBytes: Int = 1024 * 1024
    // No two changes overlap: each is one call here, and `isLent` says when somebody else's code runs inside of one.
    @exclusivity(unchecked) var output: OutputBuffer = OutputBuffer()
    var isLent: Bool = false
    @exclusivity(unchecked) private var receivesDescriptors: Bool = true
    @exclusivity(unchecked) private var callsInPlace: Bool = false
    @exclusivity(unchecked) private var mostRead: Int = .max

    /// Takes a connected stream socket over, for example one that was inherited.
    public init(adopting descriptor: OwnedDescriptor, loop: EventLoop) {
        self.loop = loop
        self.descriptor = descriptor
        buffers = loop.buffers
    }

    /// Connects to the listener at `path`. This never waits: a full queue is an error that says so (`isBacklogFull`).
    public static func connect(path: String, loop: EventLoop) throws(SocketError) -> UnixSocket {
        let address: SocketAddress = try SocketAddress(path: path, for: .connect)
        let number: Int32 = Glibc.socket(AF_UNIX, SocketFlags.stream, 0)
        guard number >= 0 else { throw SocketError(operation: .create, path: path) }
        let descriptor: OwnedDescriptor = OwnedDescriptor(adopting: number)
        var status: Int32
        repeat { status = address.connect(number) } while status != 0 && errno == EINTR
        guard status == 0 else { throw SocketError(operation: .connect, path: path) }
        return UnixSocket(adopting: descriptor, loop: loop)
    }

    /// Two sockets that are connected with each other.
    public static func pair(loop: EventLoop) throws(SocketError) -> (UnixSocket, UnixSocket) {
        let (first, second) = try descriptorPair()
        return (UnixSocket(adopting: first, loop: loop), UnixSocket(adopting: second, loop: loop))
    }

    /// Two connected descriptors, close-on-exec, for example to give one to a child.
    public static func descriptorPair() throws(SocketError) -> (OwnedDescriptor, OwnedDescriptor) {
        var numbers: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, SocketFlags.stream, 0, &numbers) == 0 else { throw SocketError(operation: .create) }
        return (OwnedDescriptor(adopting: numbers[0]), OwnedDescriptor(adopting: numbers[1]))
    }

    /// Who is at the other end: for an accepted socket who connected, for a connected one who listens. Nil when closed.
    public var peer: PeerCredentials? {
        descriptor.flatMap { PeerCredentials(descriptor: $0.number) }
    }

    /// Whether nothing can be written any more.
    public var isClosed: Bool { state == .closed }

    /// Begins to read. The socket keeps `handler`, and the loop keeps the socket, until it is closed. Once, on the loop.
    public func start(_ handler: any UnixSocketHandler) {
        loop.preconditionCurrent()
        precondition(self.handler == nil, "a socket is started once")
        guard let descriptor, state == .open else { return }
        self.handler = handler
        do throws(SocketError) {
            poll = try PollHandle(descriptor: descriptor.number, loop: loop, owner: self)
            updateInterest()
        } catch {
            loop.execute { self.end(.error(error)) }
        }
    }

    /// Stops reading, so that the peer's bytes wait in the kernel and in the end in the peer. On the loop.
    ///
    /// A socket that neither reads nor has anything to write does not notice that its peer has gone.
    public func pauseReading() {
        loop.preconditionCurrent()
        // After a write error reading only serves to find the end, and must not wait.
        guard writeError == nil else { return }
        isPaused = true
        updateInterest()
    }

    /// Reads again. On the loop.
    public func resumeReading() {
        loop.preconditionCurrent()
        isPaused = false
        updateInterest()
    }

    func updateInterest() {
        guard let poll else { return }
        var events: Int32 = 0
        if !isPaused, !closesAfterFlush, state == .open { events |= Int32(UV_READABLE.rawValue) }
        if isBlocked { events |= Int32(UV_WRITABLE.rawValue) }
        poll.watch(events)
    }
}
