import Glibc

/// Why a child could not be started: the step that failed, and the system's reason.
public struct SpawnError: Error, Hashable, CustomStringConvertible {
    /// The steps of a start, in their order.
    public enum Step: Int32, Sendable {
        case prepare = 1
        case clone, signals, session, descriptors, limits, group, user, deathSignal, directory, isolation, execute
    }

    /// The step that failed.
    public let step: Step
    /// The reason as the system's errno.
    public let code: Int32
    /// The program that was to run.
    public let executable: String

    /// Creates an error from a step and an errno.
    public init(step: Step, code: Int32, executable: String) {
        self.step = step
        self.code = code
        self.executable = executable
    }

    public var description: String {
        let reason: String = unsafe String(cString: strerror(code))
        let what: String =
            switch step {
            case .prepare, .clone, .signals, .session, .deathSignal: "the process could not be made"
            case .descriptors: "its descriptors could not be passed"
            case .limits: "its limits could not be set"
            case .group: "it could not change its group"
            case .user: "it could not change its user"
            case .directory: "its working directory could not be entered"
            case .isolation: "what it may reach could not be narrowed"
            case .execute: "the program could not be run"
            }
        return "starting \(executable): \(what): \(reason)"
    }
}

/// How a child ended.
public enum ExitStatus: Sendable, Hashable, CustomStringConvertible {
    /// It ended by itself with this status, 0 for success.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Int32, coreDumped: Bool)

    public var description: String {
        switch self {
        case .exited(let code): "exit status \(code)"
        case .signalled(let number, let dumped): "signal \(number)\(dumped ? " (core dumped)" : "")"
        }
    }
}
