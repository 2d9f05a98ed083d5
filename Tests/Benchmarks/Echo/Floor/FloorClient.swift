import ColonnadeEventLoop
import DequeModule

/// Sends messages to a ``FloorServer``; each is answered in its turn.
final class FloorClient: UnixSocketHandler, LoopMember {
    let loop: EventLoop
    private let socket: UnixSocket
    private var waiting: Deque<LoopContinuation<[UInt8]?>> = Deque()
    private var cutter: MessageCutter = MessageCutter()

    init(path: String, loop: EventLoop) throws(SocketError) {
        self.loop = loop
        socket = try .connect(path: path, loop: loop)
        socket.start(self)
    }

    /// Sends `message`, and waits for the one that comes back; nil where the server has gone.
    static func call(_ client: LoopReference<FloorClient>, _ message: [UInt8]) async -> [UInt8]? {
        await LoopContinuation<[UInt8]?>.wait { client.value.send(message, $0) }
    }

    func close() {
        socket.close()
    }

    private func send(_ message: [UInt8], _ continuation: LoopContinuation<[UInt8]?>) {
        guard !socket.isClosed else { return continuation.resume(returning: nil) }
        waiting.append(continuation)
        socket.write { $0.append(contentsOf: message) }
    }

    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>) {
        cutter.cut(bytes) { message in waiting.popFirst()?.resume(returning: message) }
    }

    func socketDidDrain(_ socket: UnixSocket) {}

    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {
        while let continuation: LoopContinuation<[UInt8]?> = waiting.popFirst() { continuation.resume(returning: nil) }
    }
}
