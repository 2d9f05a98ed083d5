import CLibuv
import Glibc

/// A Unix datagram socket that is read on a loop: the other end of NOTIFY_SOCKET.
@safe public final class DatagramSocket: @unchecked Sendable {
    // Sendable: mutable state is touched on the loop's thread only; every public function checks that.

    /// The loop to which the socket belongs.
    public let loop: EventLoop
    private let owned: OwnedDescriptor
    private var poll: PollHandle?
    private var onMessage: (@Sendable ([UInt8], PeerCredentials?) -> Void)?

    /// Takes ownership of a datagram socket, for example one that the program before this one in the same process has bound.
    public init(adopting descriptor: OwnedDescriptor, loop: EventLoop) {
        owned = descriptor
        self.loop = loop
    }

    /// The socket itself; whoever has it keeps it open.
    public var descriptor: OwnedDescriptor { owned }

    /// Receives at `path`, which must be free; a leading `@` means the abstract namespace. `mode` sets who may send.
    /// - Parameter owner: the user who will own the socket's file; nil for this process's. It takes privileges.
    public static func bind(path: String, mode: UInt32 = 0o600, owner: UInt32? = nil, loop: EventLoop) throws(SocketError) -> DatagramSocket
    {
        let address: SocketAddress = try SocketAddress(path: path, for: .bind)
        let descriptor: OwnedDescriptor = .keeping(try make(path))
        // The kernel adds the senders' credentials, from the first message on.
        var isOn: Int32 = 1
        guard unsafe setsockopt(descriptor.number, SOL_SOCKET, SO_PASSCRED, &isOn, 4) == 0,
            fchmod(descriptor.number, mode) == 0, address.bind(descriptor.number) == 0
        else { throw SocketError(operation: .bind, path: path) }
        if !path.hasPrefix("@") { unsafe chmod(path, mode) }
        if let owner { try FilePath.giveSocket(path, to: owner) }
        return DatagramSocket(adopting: descriptor, loop: loop)
    }

    /// Sends one message to the socket bound at `path`. It never waits: a full queue is EAGAIN. From any thread.
    public static func send(_ bytes: [UInt8], to path: String) throws(SocketError) {
        let address: SocketAddress = try SocketAddress(path: path, for: .write)
        let descriptor: OwnedDescriptor = OwnedDescriptor(adopting: try make(path))
        guard address.send(bytes, on: descriptor.number) == bytes.count else { throw SocketError(operation: .write, path: path) }
    }

    private static func make(_ path: String) throws(SocketError) -> Int32 {
        let number: Int32 = Glibc.socket(AF_UNIX, SocketFlags.datagram, 0)
        guard number >= 0 else { throw SocketError(operation: .create, path: path) }
        return number
    }

    /// Calls `onMessage` with each message and its sender. Descriptors that arrive with it are closed. Once, on the loop.
    public func start(_ onMessage: @escaping @Sendable ([UInt8], PeerCredentials?) -> Void) throws(SocketError) {
        loop.preconditionCurrent()
        precondition(self.onMessage == nil, "a datagram socket is started once")
        self.onMessage = onMessage
        poll = try PollHandle(descriptor: owned.number, loop: loop, owner: self)
        poll?.watch(Int32(UV_READABLE.rawValue))
    }

    /// Stops receiving; the path stays. On the loop; idempotent.
    public func close() {
        loop.preconditionCurrent()
        poll?.close()
        poll = nil
        onMessage = nil
    }
}

extension DatagramSocket: PollOwner {
    func pollReady(_ events: Int32, failed: Bool) {
        var budget: Int = 16
        while budget > 0, let onMessage, let message = unsafe Reception.receive(owned.number, into: loop.readBuffer) {
            let bytes: [UInt8] = unsafe Array(loop.readBuffer[..<message.count])
            onMessage(bytes, message.credentials)
            budget -= 1
        }
    }
}
