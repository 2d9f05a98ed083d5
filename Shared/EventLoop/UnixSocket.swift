import CLibuv
import Glibc

/// A connected Unix stream socket on a loop.
///
/// It reads once per readiness event, into one buffer that all sockets of the loop share. The output of a turn goes to the kernel
/// in one system call at the end of the turn, or in a few if it is large. What the kernel does not take stays queued;
/// `queuedBytes` says how much. The queue has no limit of its own: a writer should watch `queuedBytes` and stop reading
/// meanwhile.
@safe public final class UnixSocket: @unchecked Sendable {
    // Sendable: mutable state is touched on the loop's thread only; every public function checks that.

    /// Whether the handler may be called while a task turns the loop in place, and so may see that task's task-locals. Such a
    /// handler must start only detached tasks. If false, an event for this socket ends the turn in place. On the loop.
    public var isCalledInPlace: Bool {
        get { unsafe callsInPlace }
        set { unsafe callsInPlace = newValue }
    }

    /// The loop to which the socket belongs.
    public let loop: EventLoop
    /// Whether received descriptors go to the handler; otherwise the kernel closes them. Plain reads are a little cheaper, so set
    /// this to false when no more descriptors are expected.
    public var acceptsDescriptors: Bool {
        get { unsafe receivesDescriptors }
        set { unsafe receivesDescriptors = newValue }
    }
    /// The most bytes per read, 1 or more. Set it below the loop's buffer size if many small messages in one read would keep
    /// others waiting. On the loop.
    public var mostBytesOfRead: Int {
        get { unsafe mostRead }
        set { unsafe mostRead = newValue }
    }
    /// Whether the socket may still be written to after the peer's end of file. If false, it closes after a flush.
    public var staysOpenAfterEndOfFile: Bool = false

    enum State {
        case open
        /// The peer's end of file was reported; writing is still possible.
        case readEnded
        case closed
    }

    // The loop's pool, kept here because reaching it through the loop would count a reference at each use.
    let buffers: BufferPool
    var state: State = .open
    var descriptor: OwnedDescriptor?
    var poll: PollHandle?
    var handler: (any UnixSocketHandler)?
    /// The buffer for the next bytes and how many are missing; see ``read(_:into:)``.
    var filling: [UInt8] = []
    var fillingMissing: Int = 0
    /// How many bytes the current filling is to get.
    var fillingTotal: Int = 0
    /// The last read filled a buffer of its own, and the next message may be large too: read little to find out.
    var readsLittle: Bool = false
    var isPaused: Bool = false
    var isBlocked: Bool = false
    var isFlushQueued: Bool = false
    var closesAfterFlush: Bool = false
    var finishesAfterFlush: Bool = false
    var writeError: SocketError?
    /// How much may still be read after a write error: a live peer could otherwise go on for ever.
    var lastBytes: Int = 1024 * 1024
    // Changes never overlap: each is one call here, and `isLent` marks when outside code runs inside one.
    @exclusivity(unchecked) var output: OutputBuffer = OutputBuffer()
    var isLent: Bool = false
    @exclusivity(unchecked) private var receivesDescriptors: Bool = true
    @exclusivity(unchecked) private var callsInPlace: Bool = false
    @exclusivity(unchecked) private var mostRead: Int = .max

    /// Takes ownership of a connected stream socket, for example an inherited one.
    public init(adopting descriptor: OwnedDescriptor, loop: EventLoop) {
        self.loop = loop
        self.descriptor = descriptor
        buffers = loop.buffers
    }

    /// Connects to the listener at `path`. It never waits: a full queue is an error (`isBacklogFull`).
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

    /// Creates two sockets that are connected to each other.
    public static func pair(loop: EventLoop) throws(SocketError) -> (UnixSocket, UnixSocket) {
        let (first, second) = try descriptorPair()
        return (UnixSocket(adopting: first, loop: loop), UnixSocket(adopting: second, loop: loop))
    }

    /// Creates two connected descriptors, close-on-exec, for example to pass one to a child.
    public static func descriptorPair() throws(SocketError) -> (OwnedDescriptor, OwnedDescriptor) {
        var numbers: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, SocketFlags.stream, 0, &numbers) == 0 else { throw SocketError(operation: .create) }
        return (OwnedDescriptor(adopting: numbers[0]), OwnedDescriptor(adopting: numbers[1]))
    }

    /// The peer: the connecting process for an accepted socket, the listener for a connected one. Nil when closed.
    public var peer: PeerCredentials? {
        descriptor.flatMap { PeerCredentials(descriptor: $0.number) }
    }

    /// Whether nothing can be written any more.
    public var isClosed: Bool { state == .closed }

    /// Starts reading. The socket keeps `handler`, and the loop keeps the socket, until it is closed. Once, on the loop.
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

    /// Stops reading, so that back-pressure reaches the peer through the kernel's buffer. On the loop.
    ///
    /// A socket that neither reads nor has output does not notice that its peer has gone.
    public func pauseReading() {
        loop.preconditionCurrent()
        // After a write error, reading only serves to find the end, and must not pause.
        guard writeError == nil else { return }
        isPaused = true
        updateInterest()
    }

    /// Resumes reading. On the loop.
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
