import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// What holds for every connection: how many an address may have, and for how long nobody may read what is sent or finish what they send.
final class ConnectionRules: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum Seat: Equatable {
        case none
        case taken(String)
        case refused
    }

    private let seats: ConnectionSeats
    private let tide: ConnectionTide
    private var seat: Seat = .none
    /// Whether a request has begun to come, and not ended.
    private var isReading: Bool = false
    /// Whether the peer sends no more, and who is to hear of that.
    private var isPeerGone: Bool = false
    private var watch: PeerWatch?
    /// Closes the connection where what is sent goes unread for too long.
    private var unread: Scheduled<Void>?
    /// Closes the connection where a request goes on coming after it was answered.
    private var unfinished: Scheduled<Void>?

    init(_ seats: ConnectionSeats, _ tide: ConnectionTide) {
        self.seats = seats
        self.tide = tide
    }

    func channelActive(context: ChannelHandlerContext) {
        tide.come()
        let address: String = context.remoteAddress?.ipAddress ?? ""
        if seats.take(for: address) {
            seat = .taken(address)
        } else {
            seat = .refused
            refuse(context)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        tide.leave()
        if case .taken(let address) = seat { seats.leave(address) }
        seat = .none
        unread?.cancel()
        unfinished?.cancel()
        peerIsGone()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { peerIsGone() }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let watch: PeerWatch = event as? PeerWatch else { return context.triggerUserOutboundEvent(event, promise: promise) }
        self.watch = watch
        if isPeerGone { peerIsGone() }
        promise?.succeed()
    }

    private func peerIsGone() {
        isPeerGone = true
        watch?.tell()
        watch = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard seat != .refused else { return }
        switch unwrapInboundIn(data) {
        case .head: isReading = true
        case .body: break
        case .end:
            isReading = false
            unfinished?.cancel()
            unfinished = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data), isReading, unfinished == nil {
            unfinished = Self.close(context.channel, in: DoorLimits.linger)
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            unread?.cancel()
            unread = nil
        } else if unread == nil {
            unread = Self.close(context.channel, in: DoorLimits.unread)
        }
        context.fireChannelWritabilityChanged()
    }

    /// Says why, and closes once that may have been read.
    private func refuse(_ context: ChannelHandlerContext) {
        let text: ByteBuffer = ByteBuffer(string: "Too many connections come from this address. Close some pages, and try again.\n")
        let head: HTTPResponse = HTTPResponse(
            status: .serviceUnavailable,
            headerFields: [
                .connection: "close", .contentType: "text/plain; charset=utf-8", .contentLength: "\(text.readableBytes)", .retryAfter: "30",
            ])
        for part: HTTPResponsePart in [.head(head), .body(text), .end(nil)] { context.write(wrapOutboundOut(part), promise: nil) }
        context.flush()
        context.close(mode: .output, promise: nil)
        unfinished = Self.close(context.channel, in: DoorLimits.farewell)
    }

    private static func close(_ channel: any Channel, in time: Duration) -> Scheduled<Void> {
        channel.eventLoop.scheduleTask(in: TimeAmount(time)) { channel.close(promise: nil) }
    }
}
