import ColonnadeEventLoop
internal import ColonnadeTransport

/// A listening socket that the process inherited.
struct InheritedSocket: Sendable {
    /// The consumer that the edge belongs to, or what systemd calls a socket without a name.
    let name: String
    let descriptor: OwnedDescriptor

    /// The only consumer that may connect; nil for any.
    var consumer: String? { name.isEmpty || name == "unknown" ? nil : name }
}

/// Where a daemon listens: on inherited sockets, and on the one that its command line names, or on one for each of several verticals.
struct DaemonSockets {
    private struct Listener {
        let name: String
        /// The only consumer that may connect; nil for any.
        let consumer: String?
        let socket: UnixListener
        /// Which of several verticals listens here; nil for the only one.
        var vertical: String?
    }

    private let listeners: [Listener]
    private let rights: EdgeRights?

    /// - Parameters:
    ///   - rights: what consumers may call; nil for everything.
    ///   - path: where a single vertical listens; for several verticals, the directory of their sockets.
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
            // A socket with a consumer's name was made for that consumer's user: whoever made it has given it to them.
            vertical.server.serve(
                listener: listener.socket, consumer: consumer, boards: { [rights] in consumer.flatMap { rights?.boards(of: $0) } },
                owner: consumer == nil ? nil : listener.socket.owner)
        }
    }

    /// Removes the sockets that were bound here. Inherited sockets belong to others, and so does one that a newer process has bound.
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
