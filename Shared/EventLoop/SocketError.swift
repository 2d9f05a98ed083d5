import Glibc

/// What went wrong with a socket, a pipe or a file: the operation, and the system's reason.
public struct SocketError: Error, Hashable, CustomStringConvertible {
    /// The operation that failed.
    public enum Operation: String, Sendable {
        case create, bind, listen, connect, accept, read, write, watch, open, map, rename, adopt, give
    }

    /// The reason as the system's errno.
    public let code: Int32
    /// The operation that failed.
    public let operation: Operation
    /// The path concerned; empty if there is none.
    public let path: String

    /// Creates an error from an errno.
    public init(code: Int32, operation: Operation, path: String = "") {
        self.code = code
        self.operation = operation
        self.path = path
    }

    init(operation: Operation, path: String = "") {
        self.init(code: errno, operation: operation, path: path)
    }

    /// The listener exists but its queue is full (EAGAIN): try again a little later.
    public var isBacklogFull: Bool { operation == .connect && code == EAGAIN }

    /// Nobody listens there: no such path, or a stale socket file.
    public var isNobodyThere: Bool { code == ENOENT || code == ECONNREFUSED }

    /// The system's description of the reason.
    public var reason: String {
        unsafe String(cString: strerror(code))
    }

    public var description: String {
        if code == ENAMETOOLONG, operation != .open {
            return "\(operation.rawValue) \(path): \(reason); longer than 107 bytes it takes a mounted /proc and a short last name"
        }
        return path.isEmpty ? "\(operation.rawValue): \(reason)" : "\(operation.rawValue) \(path): \(reason)"
    }
}

/// How a connected socket ended.
public enum SocketEnd: Sendable, Hashable {
    /// The peer will send no more.
    case endOfFile
    /// Reading or writing failed; everything the peer had sent before was read first.
    case error(SocketError)
    /// This side closed it.
    case closed
}
