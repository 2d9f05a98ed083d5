import FoundationEssentials
import SupervisorCore

/// The folder of a running suite, and where everything stands in it. Processes of one vertical have its folders in common: a function that
/// takes a vertical takes the name of any of them.
public struct SuiteHome: Sendable, Hashable {
    /// Absolute.
    public let path: String

    /// - Parameter path: relative paths are taken from the working directory.
    public init(path: String) {
        let absolute: String = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        self.path = URL(filePath: absolute).standardized.path
    }

    /// The folder that `--home`, COLONNADE_HOME or the working directory name, in this order.
    public static func find(option: String?, environment: [String: String]) -> SuiteHome {
        let given: String? = option ?? environment["COLONNADE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        return SuiteHome(path: given ?? ".colonnade")
    }

    public var run: String { "\(path)/run" }
    /// Outgoing edges of a vertical, and its RUNTIME_DIRECTORY.
    public func runtime(_ vertical: String) -> String { "\(run)/\(InstanceName.vertical(of: vertical))" }
    public func state(_ vertical: String) -> String { "\(path)/state/\(InstanceName.vertical(of: vertical))" }
    public func configuration(_ vertical: String) -> String { "\(path)/config/\(InstanceName.vertical(of: vertical))" }
    public var logs: String { "\(path)/logs" }
    /// What one process has written.
    public func log(_ process: String) -> String { "\(logs)/\(process).log" }
    /// LOGS_DIRECTORY of a vertical, for logs that it writes itself.
    public func logFolder(_ vertical: String) -> String { "\(logs)/\(InstanceName.vertical(of: vertical))" }
    /// TMPDIR of a vertical: others do not see what is in it, and it goes with the suite.
    public func temporary(_ vertical: String) -> String { "\(runtime(vertical))/tmp" }
    /// Crash reports, which outlive the suite.
    public var crashes: String { "\(path)/crashes" }
    /// Held by the supervisor as long as it lives.
    public var lock: String { "\(path)/lock" }
    /// Which number each vertical has as its user, where they have users of their own.
    public var users: String { "\(path)/users" }
    public var pidFile: String { "\(run)/supervisor.pid" }

    /// The socket by which `consumer` reaches `provider`.
    public func socket(from consumer: String, to provider: String) -> String { "\(runtime(consumer))/\(provider).sock" }
    /// NOTIFY_SOCKET of one process.
    public func notifySocket(_ process: String) -> String {
        let instance: InstanceName = InstanceName(process)
        return "\(runtime(process))/notify\(instance.isFirst ? "" : "-\(instance.number)")"
    }

    /// Makes a folder that only its owner may enter.
    func make(_ folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Empties `run`: what is there was left behind by a supervisor that died.
    func clearRun() {
        try? FileManager.default.removeItem(atPath: run)
    }
}
