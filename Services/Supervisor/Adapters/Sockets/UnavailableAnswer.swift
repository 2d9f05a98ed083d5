import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeWire

/// The callers that are being told that nobody serves. Belongs to the loop.
final class UnavailableAnswers {
    /// At the same time: each holds a descriptor until its HELLO has come.
    static let most: Int = 64

    fileprivate var count: Int = 0

    /// Beyond the most the caller is cut off: it was not dispatched either, and comes again a little later.
    func give(to socket: UnixSocket, reason: String) {
        guard count < Self.most else { return socket.close() }
        count += 1
        UnavailableAnswer.give(to: socket, reason: reason, among: self)
    }
}

/// Tells one caller that nobody serves: REJECT unavailable, with the reason. What it wrote was not dispatched.
private final class UnavailableAnswer: UnixSocketHandler {
    private static let patience: Duration = .seconds(Limits().handshakeSeconds)

    private let reason: String
    private let all: UnavailableAnswers
    private var isAnswered: Bool = false
    private var timer: LoopTimer?

    private init(reason: String, among all: UnavailableAnswers) {
        self.reason = reason
        self.all = all
    }

    static func give(to socket: UnixSocket, reason: String, among all: UnavailableAnswers) {
        let answer: UnavailableAnswer = UnavailableAnswer(reason: reason, among: all)
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
        timer = nil
        all.count -= 1
    }
}
