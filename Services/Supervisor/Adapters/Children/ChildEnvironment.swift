import FoundationEssentials
import SupervisorCore

/// What a daemon finds in its environment.
enum ChildEnvironment {
    /// As it was when this process was started.
    static let inherited: [String: String] =
        // A backtrace is for the log: without colours, and without registers, which show what is in memory.
        // And libdispatch would tell the system's log of every thread whose priority it may not raise.
        [backtrace: "color=no,interactive=no,registers=none,images=none", "LIBDISPATCH_LOG": "NO"]
        .merging(ProcessInfo.processInfo.environment.filter { handedOn.contains($0.key) }) { $1 }
    private static let backtrace: String = "SWIFT_BACKTRACE"
    /// What is handed on of the supervisor's own environment; everything else stays here.
    private static let handedOn: [String] = [
        "PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "SWIFT_BACKTRACE", "COLONNADE_LOG_LEVEL",
    ]

    /// The same names as under systemd.
    static func of(_ vertical: SuitePlan.Vertical, home: SuiteHome, generation: UInt64) -> [String: String] {
        var variables: [String: String] = inherited
        variables["TMPDIR"] = home.temporary(vertical.name)
        variables.merge(vertical.launcher.environment) { $1 }
        if vertical.launcher.program.map({ $0.readiness == .notify }) ?? true {
            variables["NOTIFY_SOCKET"] = home.notifySocket(vertical.name)
        }
        if let watchdog: Duration = vertical.launcher.policy.watchdog {
            let (seconds, attoseconds): (Int64, Int64) = watchdog.components
            variables["WATCHDOG_USEC"] = "\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)"
        }
        if let idle: Duration = vertical.launcher.idleExit { variables["COLONNADE_IDLE_EXIT"] = "\(idle / .seconds(1))" }
        if vertical.launcher.traceRate > 0 { variables["COLONNADE_TRACE_RATE"] = "\(vertical.launcher.traceRate)" }
        variables["COLONNADE_GRACE"] = "\(vertical.launcher.policy.drainGrace / .seconds(1))"
        variables["STATE_DIRECTORY"] = home.state(vertical.name)
        variables["RUNTIME_DIRECTORY"] = home.runtime(vertical.name)
        variables["LOGS_DIRECTORY"] = home.logFolder(vertical.name)
        variables["CONFIGURATION_DIRECTORY"] = home.configuration(vertical.name)
        variables["COLONNADE_SOCKETS"] = home.runtime(vertical.name)
        variables["COLONNADE_GENERATION"] = "\(generation)"
        return variables
    }
}
