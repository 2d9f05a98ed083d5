import ColonnadeEventLoop
import ColonnadeTransport

/// A listening socket that the process was started with.
struct InheritedSocket: Sendable {
    /// The consumer whose edge it is, or what systemd says where nobody gave a name.
    let name: String
    let descriptor: OwnedDescriptor

    /// The only consumer that may connect; nil for any.
    var consumer: String? { name.isEmpty || name == "unknown" ? nil : name }
}

/// Where a daemon listens: on sockets that it was started with, and on one that its command line names.
struct DaemonSockets {
    private let listeners: [(name: String, consumer: String?, listener: UnixListener)]
    /// The path that was bound here, and is removed in the end.
    private let path: String?

    init(inherited: [InheritedSocket], path: String?, loop: EventLoop) throws(LaunchError) {
        self.path = path
        var listeners: [(name: String, consumer: String?, listener: UnixListener)] = inherited.map { socket in
            (socket.name, socket.consumer, UnixListener(adopting: socket.descriptor, loop: loop))
        }
        if let path { listeners.append((path, nil, try Self.bind(path, loop: loop))) }
        self.listeners = listeners
    }

    /// For people: the consumers, or the path.
    var names: [String] { listeners.map(\.name) }

    func serve(_ server: Server) {
        for entry in listeners { server.serve(listener: entry.listener, consumer: entry.consumer) }
    }

    /// Removes what was bound here; sockets that were inherited belong to others.
    func remove() {
        if let path { FilePath.remove(path) }
    }

    private static func bind(_ path: String, loop: EventLoop) throws(LaunchError) -> UnixListener {
        UnixListener.removeStale(path: path)
        do {
            return try UnixListener.bind(path: path, loop: loop)
        } catch {
            throw .resource("can not listen at \(path): \(error)")
        }
    }
}
