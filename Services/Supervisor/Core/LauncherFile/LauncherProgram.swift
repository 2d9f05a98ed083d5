/// A program of a launcher that is no vertical: a database, a broker, a proxy, a script. It offers nothing and uses nothing, and lives
/// with the verticals: order, restarts, logs and limits are the same.
public struct LauncherProgram: Sendable, Hashable {
    /// When it counts as ready.
    public enum Readiness: Sendable, Hashable {
        /// As soon as its process was started.
        case started
        /// When it says READY=1, as sd_notify(3) has it.
        case notify
        /// When it accepts connections at this Unix socket.
        case socket(String)
        /// When this command, run again and again, ends with status 0.
        case command([String])
    }

    /// What tells it to stop.
    public enum StopSignal: String, Sendable, CaseIterable {
        case hangup = "SIGHUP"
        case interrupt = "SIGINT"
        case quit = "SIGQUIT"
        case user1 = "SIGUSR1"
        case user2 = "SIGUSR2"
        case terminate = "SIGTERM"
    }

    /// The program, as a path or a name that is looked for in PATH too, and its arguments.
    public var command: [String]
    public var readiness: Readiness = .started
    public var stop: StopSignal = .terminate

    public init(command: [String]) {
        self.command = command
    }
}
