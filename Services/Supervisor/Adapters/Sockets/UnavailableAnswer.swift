import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeWire

/// Tells one caller that nobody serves: REJECT unavailable, with the reason. What it wrote was not dispatched.
final class UnavailableAnswer: UnixSocketHandler {
    private static let patience: Duration = .seconds(Limits().handshakeSeconds)

    private let reason: String
    private var isAnswered: Bool = false
    private var timer: LoopTimer?

    private init(reason: String) {
        self.reason = reason
    }

    static func give(to socket: UnixSocket, reason: String) {
        let answer: UnavailableAnswer = UnavailableAnswer(reason: reason)
        answer.timer = socket.loop.schedule(after: patience) { socket.close() }
        socket.start(answer)
    }

    // HELLO is read first: closing a socket with unread bytes would look like a broken connection to the caller.
    func socket(_ socket: UnixSocket, didRead bytes: borrowing Span<UInt8>) {
        guard !isAnswered else { return }
        isAnswered = true
        let reject: Reject = Reject(code: FailureCode.unavailable.rawValue, message: reason)
        var writer: WireWriter = WireWriter()
        writer.writeFrame(FrameHeader(.reject)) { reject.encode(into: &$0) }
        socket.write(writer.bytes)
        socket.closeAfterFlush()
    }

    func socketDidDrain(_ socket: UnixSocket) {}

    func socket(_ socket: UnixSocket, didEnd reason: SocketEnd) {
        timer?.cancel()
    }
}
