import ColonnadeEventLoop
import ColonnadeTransport

/// Accepts connections of a user that a test names: a process of another user takes root.
final class ForeignAcceptor: Acceptor {
    private let inner: any Acceptor
    private let uid: UInt32

    init(_ inner: any Acceptor, uid: UInt32) {
        self.inner = inner
        self.uid = uid
    }

    func start(_ onAccept: @escaping @Sendable (any Pipe) -> Void) throws(AcceptFailure) {
        try inner.start { [uid] pipe in onAccept(ForeignPipe(pipe, uid: uid)) }
    }

    func close() { inner.close() }
}

/// A pipe whose peer is of another user.
private final class ForeignPipe: Pipe {
    let peer: PeerCredentials?
    private let inner: any Pipe

    init(_ inner: any Pipe, uid: UInt32) {
        self.inner = inner
        peer = PeerCredentials(pid: 1, uid: uid, gid: uid)
    }

    var loop: EventLoop { inner.loop }
    var queuedBytes: Int { inner.queuedBytes }
    var isBlocked: Bool { inner.isBlocked }
    var filledBytes: Int { inner.filledBytes }
    var isBroken: Bool { inner.isBroken }
    var readsInPlace: Bool { inner.readsInPlace }
    var hasPeerLeft: Bool { inner.hasPeerLeft }

    func start(_ handler: any PipeHandler) { inner.start(handler) }
    func write(_ body: (inout [UInt8]) -> Void) { inner.write(body) }
    func write(piece: [UInt8]) { inner.write(piece: piece) }
    func readAtMost(_ bytes: Int) { inner.readAtMost(bytes) }
    func read(_ count: Int, into buffer: consuming [UInt8]) { inner.read(count, into: buffer) }
    func flush() -> Bool { inner.flush() }
    func pauseReading() { inner.pauseReading() }
    func resumeReading() { inner.resumeReading() }
    func shareCounter() -> SharedCounter? { inner.shareCounter() }
    func takeCounter() -> SharedCounter? { inner.takeCounter() }
    func closeAfterFlush() { inner.closeAfterFlush() }
    func closeAfterReading() { inner.closeAfterReading() }
    func close() { inner.close() }
}
