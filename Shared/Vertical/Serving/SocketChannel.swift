public import ColonnadeContract
import ColonnadeEventLoop
internal import ColonnadeTransport
import Glibc

/// The channel of a program that is no vertical to a vertical that listens on a Unix socket.
///
/// ```swift
/// let maps: MapsClient = MapsClient(SocketChannel(to: MapsContract.descriptor, at: "/tmp/maps.sock"))
/// ```
/// It connects at the first call, and again after the connection is lost. Under `svc-supervisor`, the operator's sockets are
/// `run/operator/NAME.sock` in the suite's folder.
public final class SocketChannel: Channel {
    /// For all channels of programs that have no loop; it lives as long as the program.
    private static let loop: EventLoop = EventLoop(name: "channels")

    private let connector: Connector

    /// A channel that connects at the first call, on the caller's loop or on one that such channels share.
    /// - Parameters:
    ///   - contract: the contract of the interface that is called; its name is the provider's.
    ///   - path: where the provider listens.
    ///   - consumer: who calls; a socket of the supervisor admits only the consumer that it was made for.
    public init(to contract: ContractDescriptor, at path: String, as consumer: String = "operator") {
        connector = Connector(
            consumer: consumer, provider: VerticalName.kebab(contract.name), contract: contract, dialer: UnixDialer(path: path),
            loop: EventLoop.current ?? Self.loop, instance: "\(getpid())")
    }

    public func call(_ request: consuming CallRequest) async throws(CallError) -> ReceivedMessage {
        try await connector.call(request)
    }

    public func begin<Input: WireMessage>(board: UInt16, _ input: Input, isIdempotent: Bool, on actor: (any Actor)?) -> any OpenCall {
        connector.begin(board: board, input, isIdempotent: isIdempotent, on: actor)
    }

    public func goOn<Input: WireMessage>(_ call: any OpenCall, _ input: Input) async -> CallEnd {
        await connector.goOn(call, input)
    }

    public func open(_ request: CallRequest, takesCommands: Bool) -> any CallStream {
        connector.open(request, takesCommands: takesCommands)
    }

    public func recycle(_ buffer: consuming [UInt8]) { connector.recycle(buffer) }

    public func recycle(_ call: consuming any OpenCall, _ buffer: consuming [UInt8]) { connector.recycle(call, buffer) }
}
