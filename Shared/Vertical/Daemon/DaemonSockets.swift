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

/// Where a daemon listens: on sockets that it was started with, and on one that its command line names, or one for each of several
/// verticals.
struct DaemonSockets {
    private struct Listener {
        let name: String
        /// The only consumer that may connect; nil for any.
        let consumer: String?
        let socket: UnixListener
        /// The one of several verticals that listens here; nil for the only one.
        var vertical: String?
    }

    private let listeners: [Listener]
    private let rights: EdgeRights?

    /// - Parameters:
    ///   - rights: what consumers may call; nil for everything.
    ///   - path: where the one vertical listens; for several, the directory in which they do.
    init(inherited: [InheritedSocket], rights: EdgeRights?, path: String?, verticals: [String], loop: EventLoop) throws(LaunchError) {
        var listeners: [Listener] = inherited.map { socket in
            Listener(name: socket.name, consumer: socket.consumer, socket: UnixListener(adopting: socket.descriptor, loop: loop))
        }
        if let path, verticals.count == 1 {
            listeners.append(Listener(name: path, consumer: nil, socket: try Self.bind(path, loop: loop)))
        } else if let path {
            try Self.makeDirectory(path)
            for vertical: String in verticals {
                let own: String = "\(path)/\(vertical).sock"
                listeners.append(Listener(name: own, consumer: nil, socket: try Self.bind(own, loop: loop), vertical: vertical))
            }
        }
        self.listeners = listeners
        self.rights = rights
    }

    /// For people: the consumers, or the path.
    var names: [String] { listeners.map(\.name) }

    func serve(_ vertical: ServedVertical) {
        for listener: Listener in listeners where listener.vertical ?? vertical.name == vertical.name {
            let consumer: String? = listener.consumer
            vertical.server.serve(
                listener: listener.socket, consumer: consumer, boards: { [rights] in consumer.flatMap { rights?.boards(of: $0) } })
        }
    }

    /// Removes what was bound here; sockets that were inherited belong to others, and so does one that a newer process has bound.
    func remove() {
        for listener: Listener in listeners { listener.socket.removePath() }
    }

    private static func makeDirectory(_ path: String) throws(LaunchError) {
        do {
            try FilePath.makeDirectory(path)
        } catch {
            throw .resource("the directory \(path) can not be made: \(error); with several verticals, --socket is a directory")
        }
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
