import ColonnadeEventLoop
import DequeModule

/// Sends messages to a ``FloorServer``; each is answered in its turn.
final class FloorClient: UnixSocketHandler, LoopMember {
    let loop: EventLoop
    private let socket: UnixSocket
    /// Callers in the order of their messages; nil for the one who turns the loop in place.
    private var waiting: Deque<LoopContinuation<[UInt8]?>?> = Deque()
    /// What came for the caller who turns the loop.
    private var answer: [UInt8]?
    private var cutter: MessageCutter = MessageCutter()

    init(path: String, loop: EventLoop) throws(SocketError) {
        self.loop = loop
        socket = try .connect(path: path, loop: loop)
        socket.isCalledInPlace = true
        socket.start(self)
    }

    /// Sends `message`, and waits for the one that comes back; nil where the server has gone.
    static func call(_ client: LoopReference<FloorClient>, _ message: [UInt8]) async -> [UInt8]? {
        if let answer: [UInt8] = client.value.turn(message) { return answer }
        return await LoopContinuation<[UInt8]?>.wait { client.value.wait($0) }
    }

    func close() {
        socket.close()
    }

    /// Sends `message`, and turns the loop for as long as nobody else wants it, until the answer has come.
    private func turn(_ message: [UInt8]) -> [UInt8]? {
        guard !socket.isClosed else { return nil }
        waiting.append(nil)
        socket.write { $0.append(contentsOf: message) }
        while answer == nil, !socket.isClosed, loop.turnInPlace() {}
        return answer.take()
    }

    /// Nobody has sent anything since ``turn(_:)``, whose message is the last one.
    private func wait(_ continuation: LoopContinuation<[UInt8]?>) {
        guard !socket.isClosed, !waiting.isEmpty else { return continuation.resume(returning: nil) }
        waiting[waiting.count - 1] = continuation
    }

    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>) {
        cutter.cut(bytes) { message in
            guard let first: LoopContinuation<[UInt8]?>? = waiting.popFirst() else { return }
            if let first { first.resume(returning: message) } else { answer = message }
        }
    }

    func socketDidDrain(_ socket: UnixSocket) {}

    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {
        while let first: LoopContinuation<[UInt8]?>? = waiting.popFirst() { first?.resume(returning: nil) }
    }
}
