import ColonnadeEventLoop
import DequeModule
import Glibc

/// The floor under every call: messages of 64 bytes on the same loop and over the same sockets, each given back by a Swift task, and
/// nothing else: no frames, no codec, no boards, no deadlines. What a call of `svc-echo` costs beyond this is what Colonnade costs.
enum FloorServer {
    /// Serves at `path` until SIGTERM.
    /// - Parameter spin: see ``EventLoop/spin(upTo:)``.
    static func run(path: String, spin: Duration) -> SocketError? {
        EventLoop.run(name: "floor") { loop in
            do throws(SocketError) {
                loop.spin(upTo: spin)
                UnixListener.removeStale(path: path)
                let listener: UnixListener = try .bind(path: path, loop: loop)
                try listener.start { socket in
                    let connection: FloorConnection = FloorConnection(socket)
                    socket.isCalledInPlace = true
                    socket.start(connection)
                    let own: LoopReference<FloorConnection> = LoopReference(connection, loop: loop)
                    loop.startDetachedTask { await FloorConnection.serve(own) }
                }
                StandardError.write([UInt8]("floor: ready\n".utf8))
                await LoopContinuation<Void>.wait { ended in loop.onSignal(SIGTERM) { ended.resume() } }
                listener.close()
                return nil
            } catch {
                return error
            }
        }
    }
}

/// One connection, and the task that answers on it.
private final class FloorConnection: UnixSocketHandler {
    private let socket: UnixSocket
    private var messages: Deque<[UInt8]> = Deque()
    private var cutter: MessageCutter = MessageCutter()
    private var waiter: LoopContinuation<Void>?
    private var isEnded: Bool = false

    init(_ socket: UnixSocket) {
        self.socket = socket
    }

    static func serve(_ own: LoopReference<FloorConnection>) async {
        let connection: FloorConnection = own.value
        while !connection.isEnded {
            while let message: [UInt8] = connection.messages.popFirst() { connection.socket.write { $0.append(contentsOf: message) } }
            while !connection.hasNews, connection.socket.loop.turnInPlace() {}
            if !connection.hasNews { await LoopContinuation<Void>.wait { connection.waiter = $0 } }
        }
    }

    private var hasNews: Bool { isEnded || !messages.isEmpty }

    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>) {
        cutter.cut(bytes) { messages.append($0) }
        waiter.take()?.resume()
    }

    func socketDidDrain(_ socket: UnixSocket) {}

    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {
        isEnded = true
        waiter.take()?.resume()
    }
}
