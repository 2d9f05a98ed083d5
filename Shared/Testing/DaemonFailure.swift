/// A daemon did not do what a test asked of it; with what it wrote.
public struct DaemonFailure: Error, CustomStringConvertible {
    /// What went wrong.
    public let reason: String
    /// What the daemon wrote to its standard output and error, the last of it where that is much.
    public let log: String

    init(_ reason: String, log: String) {
        self.reason = reason
        self.log = String(decoding: log.utf8.suffix(8_192), as: UTF8.self)
    }

    public var description: String {
        log.isEmpty ? "\(reason); it wrote nothing" : "\(reason); it wrote:\n\(log)"
    }
}

/// How a process ended.
public enum ProcessEnd: Hashable, Sendable {
    /// By itself, with this status; 0 is success.
    case exited(Int32)
    /// By a signal.
    case signalled(Int32)
}
