import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport

struct RawFrame: Sendable, Equatable {
    let header: FrameHeader
    let body: [UInt8]

    init(_ header: FrameHeader, _ body: [UInt8] = []) {
        self.header = header
        self.body = body
    }

    init<Message: WireMessage>(_ header: FrameHeader, _ message: Message) {
        self.init(header, message.encoded())
    }

    var bytes: [UInt8] {
        var writer: WireWriter = WireWriter()
        writer.writeFrame(header, body: body)
        return writer.bytes
    }

    func decoded<Message: WireMessage>(as type: Message.Type = Message.self) throws -> Message {
        try Message(decoding: body.span)
    }
}

enum RawEvent: Sendable, Equatable {
    case frame(RawFrame)
    case broken(FrameError)
    case end(PipeEnd)

    var frame: RawFrame? {
        if case .frame(let frame) = self { return frame }
        return nil
    }
}

/// An end of a connection that sends whatever a test wants, and keeps what comes.
final class RawPeer: Sendable {
    let pipe: any Pipe
    private let events: EventQueue<RawEvent>

    /// On the pipe's loop.
    init(_ pipe: any Pipe, reads: Bool = true) {
        self.pipe = pipe
        events = EventQueue(loop: pipe.loop)
        pipe.start(Collector(events))
        if !reads { pipe.pauseReading() }
    }

    func send(_ bytes: [UInt8]) {
        pipe.loop.execute { [pipe] in pipe.write { $0 += bytes } }
    }

    func send(_ frames: RawFrame...) {
        send(frames.flatMap(\.bytes))
    }

    func close() {
        pipe.loop.execute { [pipe] in pipe.close() }
    }

    func closeAfterFlush() {
        pipe.loop.execute { [pipe] in pipe.closeAfterFlush() }
    }

    /// Bytes that were sent and are not with the kernel yet.
    var queuedBytes: Int {
        get async { (try? await pipe.loop.run { [pipe] in pipe.queuedBytes }) ?? 0 }
    }

    func stopReading() {
        pipe.loop.execute { [pipe] in pipe.pauseReading() }
    }

    func resumeReading() {
        pipe.loop.execute { [pipe] in pipe.resumeReading() }
    }

    func next(within limit: Duration = .seconds(60)) async -> RawEvent? {
        await events.next(within: limit)
    }

    /// The next frame of a type; what comes before it is dropped.
    func next(_ type: FrameType) async -> RawFrame? {
        while let event: RawEvent = await next() {
            guard case .frame(let frame) = event else { return nil }
            if frame.header.type == type { return frame }
        }
        return nil
    }

    /// Reads to the end.
    func rest() async -> [RawEvent] {
        var all: [RawEvent] = []
        while let event: RawEvent = await next() {
            all.append(event)
            if case .end = event { break }
        }
        return all
    }

    private final class Collector: PipeHandler {
        private let events: EventQueue<RawEvent>
        private var decoder: FrameDecoder = FrameDecoder(limit: 64 << 20)

        init(_ events: EventQueue<RawEvent>) {
            self.events = events
        }

        func pipeDidRead(_ bytes: borrowing Span<UInt8>) {
            do {
                try decoder.decode(bytes) { header, body in
                    events.add(.frame(RawFrame(header, [UInt8](copying: body))))
                    return true
                }
            } catch {
                events.add(.broken(error))
            }
        }

        func pipeDidDrain() {}

        func pipeDidEnd(_ end: PipeEnd) {
            events.add(.end(end))
        }
    }
}

extension RawFrame {
    static func hello(
        consumer: String = "tester", provider: String = "echo", fingerprint: String, version: UInt32 = 1,
        limits: PeerLimits = PeerLimits(frameBytes: 1 << 24, streams: 1000, outputCredit: 64)
    ) -> RawFrame {
        RawFrame(
            FrameHeader(.hello),
            Hello(
                version: version, consumer: consumer, provider: provider, instance: "raw", fingerprint: fingerprint, limits: limits))
    }

    static func welcome(limits: PeerLimits = PeerLimits(frameBytes: 1 << 24, streams: 1000, outputCredit: 0)) -> RawFrame {
        RawFrame(FrameHeader(.welcome), Welcome(provider: "echo", generation: 1, fingerprint: "", limits: limits))
    }

    static func ping(_ type: FrameType = .ping, _ payload: UInt8 = 7) -> RawFrame {
        RawFrame(FrameHeader(type), [UInt8](repeating: payload, count: 8))
    }
}
