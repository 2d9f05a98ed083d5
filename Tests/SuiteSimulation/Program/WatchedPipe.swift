import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import ColonnadeWire

/// A process's end of a connection: counts its bytes, and ends the process at the one that was chosen.
final class WatchedPipe: Pipe {
    private let inner: MemoryPipe
    private let connections: ProcessConnections
    private let losesMoved: Bool

    init(_ inner: MemoryPipe, of connections: ProcessConnections, losesMoved: Bool) {
        self.inner = inner
        self.connections = connections
        self.losesMoved = losesMoved
    }

    var loop: EventLoop { inner.loop }
    var peer: PeerCredentials? { inner.peer }
    var queuedBytes: Int { inner.queuedBytes }
    var isBlocked: Bool { inner.isBlocked }
    var filledBytes: Int { inner.filledBytes }
    var hasPeerLeft: Bool { inner.hasPeerLeft }

    func start(_ handler: any PipeHandler) { inner.start(Reader(handler, connections)) }

    func write(_ body: (inout [UInt8]) -> Void) {
        var bytes: [UInt8] = []
        body(&bytes)
        write(piece: bytes)
    }

    func write(piece: [UInt8]) {
        guard !losesMoved || !Self.isMoved(piece) else { return }
        let passing: Int = connections.pass(piece.count)
        inner.write(piece: Array(piece.prefix(passing)))
        guard passing < piece.count else { return }
        _ = inner.flush()
        connections.die()
    }

    func flush() -> Bool { inner.flush() }

    func pauseReading() { inner.pauseReading() }

    func resumeReading() { inner.resumeReading() }

    func shareCounter() -> SharedCounter? { inner.shareCounter() }

    func takeCounter() -> SharedCounter? { inner.takeCounter() }

    func closeAfterFlush() { inner.closeAfterFlush() }

    func closeAfterReading() { inner.closeAfterReading() }

    func close() { inner.close() }

    /// Whether the bytes are the frame that tells a stream to go on at the next generation.
    private static func isMoved(_ bytes: [UInt8]) -> Bool {
        var isMoved: Bool = false
        var decoder: FrameDecoder = FrameDecoder(limit: Limits().frameBytes)
        try? decoder.decode(bytes.span) { header, body in
            if header.type == .fail, let fail: Fail = Self.read([UInt8](copying: body)) {
                isMoved = fail.code == FailureCode.moved.rawValue
            }
            return false
        }
        return isMoved
    }

    private static func read(_ bytes: [UInt8]) -> Fail? {
        var reader: WireReader = WireReader(bytes.span)
        return try? Fail(from: &reader)
    }

    /// Hands on what is read, up to the byte at which the process dies.
    private final class Reader: PipeHandler {
        private let handler: any PipeHandler
        private let connections: ProcessConnections

        init(_ handler: any PipeHandler, _ connections: ProcessConnections) {
            self.handler = handler
            self.connections = connections
        }

        func pipeMayRead() -> Bool { handler.pipeMayRead() }

        func pipeDidRead(_ bytes: borrowing Span<UInt8>) {
            let passing: Int = connections.pass(bytes.count)
            if passing > 0 { handler.pipeDidRead(bytes.extracting(first: passing)) }
            if passing < bytes.count { connections.die() }
        }

        func pipeDidFill(_ buffer: consuming [UInt8]) { handler.pipeDidFill(buffer) }

        func pipeDidDrain() { handler.pipeDidDrain() }

        func pipeDidEnd(_ end: PipeEnd) { handler.pipeDidEnd(end) }
    }
}
