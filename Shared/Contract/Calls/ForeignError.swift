/// An error whose description is written for callers: it may end a call, and say so. What else is thrown is a ``ForeignError``.
public protocol CallerError: Error, CustomStringConvertible {}

/// Errors that no caller is meant to read, such as a database's: what they say may hold a query or somebody's data. A caller gets a
/// fixed sentence; what was thrown goes to whoever is bound here, the daemon's log in a daemon.
public enum ForeignError {
    /// Hears of each foreign error that ends a call. Task-local; the runtime binds it around handlers.
    @TaskLocal public static var report: (@Sendable (any Error) -> Void)?

    static func sentence(_ error: any Error) -> String {
        report?(error)
        return "The board failed, and its caller can do nothing about it: \(type(of: error)). The vertical's log says more."
    }
}
