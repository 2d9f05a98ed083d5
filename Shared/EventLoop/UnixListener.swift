import CLibuv
import Glibc

/// A listening Unix stream socket on a loop.
///
/// It accepts a connection when the loop has time for it, never ahead, and never shuts the socket down: several processes may
/// listen on the same socket, and what one does not accept is left for the others.
@safe public final class UnixListener: @unchecked Sendable {
    // Sendable: mutable state is touched on the loop's thread only; every public function checks that.

    /// The loop to which the listener belongs.
    public let loop: EventLoop
    private let owned: OwnedDescriptor
    private var poll: PollHandle?
    private var onAccept: (@Sendable (UnixSocket) -> Void)?
    private var onReadable: (@Sendable () -> Void)?
    private var isPaused: Bool = false
    private var isClosed: Bool = false
    /// The path that was bound here, and the file created there.
    private var bound: (path: String, file: FileIdentity)?

    /// Takes ownership of a listening socket, for example one from `ListenDescriptors`.
    /// - Parameter path: where it was bound, for ``removePath()``; nil where that is somebody else's.
    public init(adopting descriptor: OwnedDescriptor, boundAt path: String? = nil, loop: EventLoop) {
        self.loop = loop
        owned = descriptor
        bound = path.flatMap { path in FileIdentity(path: path).map { (path, $0) } }
    }

    /// Listens at `path`, which must be free, with exactly these permissions from the start.
    ///
    /// - Parameters:
    ///   - mode: the file mode; whoever may write may connect.
    ///   - owner: the user who will own the socket file; requires privileges.
    ///   - backlog: how many connections may wait; the system's own limit (somaxconn) applies too.
    public static func bind(
        path: String, mode: UInt32 = 0o600, owner: UInt32? = nil, backlog: Int32 = 4096, loop: EventLoop
    ) throws(SocketError) -> UnixListener {
        let address: SocketAddress = try SocketAddress(path: path, for: .bind)
        let number: Int32 = Glibc.socket(AF_UNIX, SocketFlags.stream, 0)
        guard number >= 0 else { throw SocketError(operation: .create, path: path) }
        let descriptor: OwnedDescriptor = OwnedDescriptor(adopting: number)
        // The file gets the socket's mode, reduced by the umask, so it is never wider than requested. Nobody can connect before
        // listen.
        guard fchmod(number, mode) == 0, address.bind(number) == 0 else { throw SocketError(operation: .bind, path: path) }
        if !path.hasPrefix("@") {
            do throws(SocketError) {
                if let owner {
                    try FilePath.giveSocket(path, to: owner)
                    // The socket itself says whom it was made for to a process that can not look at the path.
                    guard fchown(number, owner, gid_t.max) == 0 else { throw SocketError(operation: .give, path: path) }
                } else if unsafe chmod(path, mode) != 0 {
                    throw SocketError(operation: .bind, path: path)
                }
            } catch {
                unsafe unlink(path)
                throw error
            }
        }
        guard listen(number, backlog) == 0 else { throw SocketError(operation: .listen, path: path) }
        let listener: UnixListener = UnixListener(adopting: descriptor, loop: loop)
        listener.bound = FileIdentity(path: path).map { (path, $0) }
        return listener
    }

    /// Removes the socket file that ``bind(path:mode:owner:backlog:loop:)`` created. A file that somebody else has bound there
    /// since is left alone. Does nothing for an adopted socket whose path nobody has named.
    public func removePath() {
        guard let bound, FileIdentity(path: bound.path) == bound.file else { return }
        unsafe unlink(bound.path)
        self.bound = nil
    }

    /// Removes a stale socket file, to which nobody listens, at `path`. Anything else there is left alone.
    public static func removeStale(path: String) {
        guard let address = try? SocketAddress(path: path, for: .connect) else { return }
        let probe: Int32 = Glibc.socket(AF_UNIX, SocketFlags.stream, 0)
        guard probe >= 0 else { return }
        defer { Glibc.close(probe) }
        if address.connect(probe) != 0, errno == ECONNREFUSED { unsafe unlink(path) }
    }

    /// The listening descriptor, for passing to a child. Valid as long as this object lives.
    public var descriptor: Int32 { owned.number }

    /// The socket itself; whoever has it keeps it open.
    public var ownedDescriptor: OwnedDescriptor { owned }

    /// The user that the socket was made for; nil where it has no path. A connection takes the right to write to the socket's file, which
    /// the file's mode gives to its owner, as systemd sets it by `SocketUser=`. Where this process can not look at the file, the socket
    /// says it itself: ``bind(path:mode:owner:backlog:loop:)`` gives it away with the file.
    public var owner: UInt32? {
        guard let path: [CChar] = name else { return nil }
        var status: stat = stat()
        if unsafe lstat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFSOCK ? status.st_uid : nil }
        return unsafe fstat(owned.number, &status) == 0 ? status.st_uid : nil
    }

    /// The path by which it was bound, with a zero at its end; nil where there is none.
    private var name: [CChar]? {
        var (address, length): (sockaddr_un, socklen_t) = (sockaddr_un(), socklen_t(MemoryLayout<sockaddr_un>.size))
        let hasName: Bool = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe getsockname(owned.number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length) == 0
        }
        let path: [CChar] = unsafe withUnsafeBytes(of: address.sun_path) { unsafe $0.prefix { $0 != 0 }.map(CChar.init(bitPattern:)) }
        return hasName && !path.isEmpty ? path + [0] : nil
    }

    /// Starts accepting, and passes each connection, not started yet, to `onAccept`. Once, on the loop.
    public func start(_ onAccept: @escaping @Sendable (UnixSocket) -> Void) throws(SocketError) {
        loop.preconditionCurrent()
        precondition(self.onAccept == nil, "a listener is started once")
        guard !isClosed else { return }
        self.onAccept = onAccept
        try openPoll()
        updateInterest()
    }

    /// Calls `body` once when a connection waits, without accepting it; nil withdraws that. On the loop.
    public func onReadable(_ body: (@Sendable () -> Void)?) throws(SocketError) {
        loop.preconditionCurrent()
        guard !isClosed else { return }
        onReadable = body
        try openPoll()
        updateInterest()
    }

    /// Stops accepting; new connections wait in the queue. On the loop.
    public func pause() {
        loop.preconditionCurrent()
        isPaused = true
        updateInterest()
    }

    /// Accepts again. On the loop.
    public func resume() {
        loop.preconditionCurrent()
        isPaused = false
        updateInterest()
    }

    /// Stops listening here. The path and other holders of the socket are not affected. On the loop; idempotent.
    ///
    /// The descriptor closes with the last reference to this object.
    public func close() {
        loop.preconditionCurrent()
        isClosed = true
        poll?.close()
        poll = nil
        onAccept = nil
        onReadable = nil
    }

    private func openPoll() throws(SocketError) {
        guard poll == nil else { return }
        poll = try PollHandle(descriptor: owned.number, loop: loop, owner: self)
    }

    private func updateInterest() {
        let accepts: Bool = onAccept != nil && !isPaused
        poll?.watch(accepts || onReadable != nil ? Int32(UV_READABLE.rawValue) : 0)
    }
}

extension UnixListener: PollOwner {
    func pollReady(_ events: Int32, failed: Bool) {
        if let body = onReadable {
            onReadable = nil
            body()
        }
        // A few at a time, so that other sockets of this loop and other processes at this socket get their turn.
        var budget: Int = 16
        while budget > 0, let onAccept, !isPaused, let socket = acceptOne() {
            onAccept(socket)
            budget -= 1
        }
        updateInterest()
    }

    private func acceptOne() -> UnixSocket? {
        let number: Int32 = accept4(owned.number, nil, nil, SocketFlags.accepted)
        if number >= 0 { return UnixSocket(adopting: OwnedDescriptor(adopting: number), loop: loop) }
        switch errno {
        case EAGAIN, EINTR, ECONNABORTED: break
        default: pauseForRoom()
        }
        return nil
    }

    /// Out of descriptors or memory: the queue stays readable, so retrying at once would only spin.
    private func pauseForRoom() {
        let callback: (@Sendable (UnixSocket) -> Void)? = onAccept
        onAccept = nil
        loop.schedule(after: .milliseconds(100)) { [weak self] in
            guard let self, !isClosed else { return }
            onAccept = callback
            updateInterest()
        }
    }
}
