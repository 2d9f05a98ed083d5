public import ColonnadeEventLoop
private import Glibc

/// A connected Unix stream socket as a pipe.
public final class UnixPipe: Pipe {
    /// What the peer has done beside sending bytes.
    fileprivate struct PeerTrace {
        var counter: SharedCounter?
        var hasLeft: Bool = false
    }

    private let socket: UnixSocket
    private let trace: LoopBound<PeerTrace>

    /// Takes ownership of a socket that was not started.
    /// - Parameter takesCounter: whether the peer may share a counter, until ``takeCounter()`` is called.
    public init(_ socket: UnixSocket, takesCounter: Bool = false) {
        self.socket = socket
        trace = LoopBound(PeerTrace(), loop: socket.loop)
        // A plain read is cheaper, and the kernel closes the descriptors that come with it.
        socket.acceptsDescriptors = takesCounter
    }

    public var loop: EventLoop { socket.loop }

    public var peer: PeerCredentials? { socket.peer }

    public var queuedBytes: Int { socket.queuedBytes }

    public var isBlocked: Bool { socket.isRefused }

    public var filledBytes: Int { socket.filledBytes }

    public func start(_ handler: any PipeHandler) {
        // Tasks that connections start are detached.
        socket.isCalledInPlace = true
        socket.start(SocketAdapter(handler, trace))
    }

    public func shareCounter() -> SharedCounter? {
        guard let (counter, memory): (SharedCounter, OwnedDescriptor) = try? SharedCounter.create() else { return nil }
        socket.send(memory)
        return counter
    }

    public func takeCounter() -> SharedCounter? {
        socket.acceptsDescriptors = false
        return trace.withValue { $0.counter.take() }
    }

    public var hasPeerLeft: Bool { trace.value.hasLeft }

    public func write(_ body: (inout [UInt8]) -> Void) {
        socket.write(body)
    }

    public func write(piece: [UInt8]) {
        socket.write(piece)
    }

    public var isBroken: Bool { socket.hasWriteFailed }

    public func readAtMost(_ bytes: Int) {
        socket.mostBytesOfRead = bytes
    }

    public var readsInPlace: Bool { true }

    public func read(_ count: Int, into buffer: consuming [UInt8]) {
        socket.read(count, into: buffer)
    }

    public func flush() -> Bool { socket.flushNow() }

    public func pauseReading() {
        socket.pauseReading()
    }

    public func resumeReading() {
        socket.resumeReading()
    }

    public func closeAfterFlush() {
        socket.closeAfterFlush()
    }

    public func closeAfterReading() {
        socket.closeAfterReading()
    }

    public func close() {
        socket.close()
    }
}

/// Forwards a socket's events to a pipe's handler.
private final class SocketAdapter: UnixSocketHandler {
    private let handler: any PipeHandler
    private let trace: LoopBound<UnixPipe.PeerTrace>

    init(_ handler: any PipeHandler, _ trace: LoopBound<UnixPipe.PeerTrace>) {
        self.handler = handler
        self.trace = trace
    }

    func socket(_ socket: UnixSocket, didReceive descriptor: OwnedDescriptor) {
        // One is enough, whatever it is.
        guard socket.acceptsDescriptors else { return }
        socket.acceptsDescriptors = false
        trace.withValue { $0.counter = try? SharedCounter(adopting: descriptor) }
    }

    func socketMayRead(_ socket: UnixSocket) -> Bool {
        handler.pipeMayRead()
    }

    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>) {
        handler.pipeDidRead(bytes)
    }

    func socket(_ socket: UnixSocket, didFill buffer: consuming [UInt8]) {
        handler.pipeDidFill(buffer)
    }

    func socketDidDrain(_ socket: UnixSocket) {
        handler.pipeDidDrain()
    }

    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {
        trace.withValue { $0.hasLeft = reason.isPeers }
        switch reason {
        case .endOfFile: handler.pipeDidEnd(.endOfFile)
        case .error(let error): handler.pipeDidEnd(.failed(error.description))
        case .closed: handler.pipeDidEnd(.closed)
        }
    }
}

extension SocketEnd {
    /// Whether the peer has closed the socket, in person or by its death.
    fileprivate var isPeers: Bool {
        switch self {
        case .endOfFile: true
        case .error(let error): error.code == ECONNRESET || error.code == EPIPE
        case .closed: false
        }
    }
}

/// Connects to a listening Unix socket.
public struct UnixDialer: Dialer {
    /// The socket's path.
    public let path: String

    private let trusted: TrustedUsers

    /// Creates a dialer for the listener at `path`; it opens nothing yet.
    /// - Parameter trusted: the users whose listener may be connected to.
    public init(path: String, trusting trusted: TrustedUsers = .own) {
        self.path = path
        self.trusted = trusted
    }

    public func dial(on loop: EventLoop) throws(DialFailure) -> any Pipe {
        let socket: UnixSocket
        do {
            socket = try UnixSocket.connect(path: path, loop: loop)
        } catch {
            if error.isBacklogFull { throw .busy(path) }
            switch error.code {
            case ENOENT: throw .notFound(path)
            case ECONNREFUSED: throw .refused(path)
            case EACCES, EPERM: throw .forbidden(path)
            default: throw .other(error.description)
            }
        }
        guard let peer: PeerCredentials = socket.peer, trusted.contains(peer.uid) else {
            throw .untrusted(path, uid: socket.peer?.uid ?? .max)
        }
        return UnixPipe(socket)
    }
}

/// Accepts connections of a listening Unix socket; the path remains its owner's.
public final class UnixAcceptor: Acceptor {
    private let listener: UnixListener

    /// Takes ownership of a listener that was not started.
    public init(_ listener: UnixListener) {
        self.listener = listener
    }

    public func start(_ onAccept: @escaping @Sendable (any Pipe) -> Void) throws(AcceptFailure) {
        do {
            try listener.start { onAccept(UnixPipe($0, takesCounter: true)) }
        } catch {
            throw AcceptFailure(reason: error.description)
        }
    }

    public func close() {
        listener.close()
    }
}
