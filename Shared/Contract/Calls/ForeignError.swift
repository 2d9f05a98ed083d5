/// An error whose description is written for callers: it may end a call, and say so. What else is thrown is a ``ForeignError``.
public protocol CallerError: Error, CustomStringConvertible {}

/// Errors that no caller is meant to read, such as a database's: what they say may hold a query or somebody's data. A caller gets a
/// fixed sentence; what was thrown goes to whoever is bound here, the daemon's log in a daemon.
public enum ForeignError {
    /// Who hears of an error. A function in a box: bound by itself, the optimiser of Swift 6.3.1 gives its type as
    /// nil to the runtime, which crashes (swift_task_localValuePush).
    public struct Report: Sendable {
        let hear: @Sendable (any Error) -> Void

        /// A report to one function.
        /// - Parameter hear: is called in the handler's task.
        public init(_ hear: @escaping @Sendable (any Error) -> Void) {
            self.hear = hear
        }
    }

    /// Hears of each foreign error that ends a call. Task-local; the runtime binds it around handlers.
    @TaskLocal public static var report: Report?

    static func sentence(_ error: any Error) -> String {
        report?.hear(error)
        return "The board failed, and its caller can do nothing about it: \(type(of: error)). The vertical's log says more."
    }
}
