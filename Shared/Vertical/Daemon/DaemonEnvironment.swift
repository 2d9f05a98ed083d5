import ColonnadeEventLoop
import Glibc

/// What a daemon gets from its environment; the names are the same under the supervisor and under systemd.
struct DaemonEnvironment {
    /// A year, in seconds.
    private static let longestIdleExit: Double = 366 * 86_400

    /// Where to report readiness; nil where nobody wants to know.
    let notifySocket: String?
    /// How often somebody expects a sign of life; nil where nobody does.
    let watchdog: Duration?
    let stateDirectory: String?
    let runtimeDirectory: String?
    let configurationDirectory: String?
    let socketsDirectory: String?
    let logLevel: String?
    let generation: UInt64
    /// The daemon goes after nobody has called it for so long; nil where it stays.
    let idleExit: Duration?
    /// How long calls in flight may go on after SIGTERM; nil where nobody says so.
    let grace: Duration?
    /// Which share of the traces that begin in this process is sampled, from 0 to 1; nil where nobody says so.
    let traceRate: Double?

    /// What this process was started with.
    static var own: DaemonEnvironment {
        DaemonEnvironment(
            EnvironmentVariables.values([
                "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "STATE_DIRECTORY", "RUNTIME_DIRECTORY",
                "CONFIGURATION_DIRECTORY", "COLONNADE_SOCKETS", "COLONNADE_LOG_LEVEL", "COLONNADE_GENERATION", "COLONNADE_GRACE",
                "COLONNADE_IDLE_EXIT", "COLONNADE_TRACE_RATE",
            ]))
    }

    init(_ variables: [String: String]) {
        /// systemd separates several directories by colons; the first is the vertical's.
        func directory(_ name: String) -> String? {
            variables[name]?.split(separator: ":").first.map(String.init)
        }
        notifySocket = variables["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        let isForUs: Bool = variables["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        let microseconds: Int64? = variables["WATCHDOG_USEC"].flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
        watchdog = isForUs ? microseconds.map { .microseconds($0) } : nil
        stateDirectory = directory("STATE_DIRECTORY")
        runtimeDirectory = directory("RUNTIME_DIRECTORY")
        configurationDirectory = directory("CONFIGURATION_DIRECTORY")
        socketsDirectory = variables["COLONNADE_SOCKETS"].flatMap { $0.isEmpty ? nil : $0 }
        logLevel = variables["COLONNADE_LOG_LEVEL"].flatMap { $0.isEmpty ? nil : $0 }
        generation = variables["COLONNADE_GENERATION"].flatMap { UInt64($0) } ?? 0
        let idle: Double? = variables["COLONNADE_IDLE_EXIT"].flatMap { Double($0) }
        idleExit = idle.flatMap { $0 > 0 && $0 <= Self.longestIdleExit ? .seconds($0) : nil }
        let seconds: Double? = variables["COLONNADE_GRACE"].flatMap { Double($0) }
        grace = seconds.flatMap { (0...DaemonArguments.longestGrace).contains($0) ? .seconds($0) : nil }
        traceRate = variables["COLONNADE_TRACE_RATE"].flatMap { Double($0) }.flatMap { (0...1).contains($0) ? $0 : nil }
    }

    /// The file that says what each consumer may call; nil where there can be none.
    var edgesFile: String? { configurationDirectory.map { $0 + "/edges" } }

    /// The file with the vertical's configuration; nil where there is none.
    var configurationFile: String? {
        guard let file: String = configurationDirectory.map({ $0 + "/configuration.json" }) else { return nil }
        return FilePath.exists(file) ? file : nil
    }
}
