/// One thing that is wrong with a launcher file, or with what it names.
public struct LauncherIssue: Error, Hashable, Sendable, Comparable {
    /// An error keeps the suite from starting; a warning is only said.
    public enum Severity: String, Sendable {
        case error
        case warning
    }

    /// From 1; 0 where the file as a whole is meant.
    public let line: Int
    public let severity: Severity
    /// What is wrong, and what would be right.
    public let message: String

    public init(line: Int, severity: Severity = .error, _ message: String) {
        self.line = line
        self.severity = severity
        self.message = message
    }

    public static func < (left: LauncherIssue, right: LauncherIssue) -> Bool {
        (left.line, left.message) < (right.line, right.message)
    }

    /// As compilers write it, so that editors find the place: `clinic.yml:7: error: …`.
    public func text(file: String) -> String {
        line > 0 ? "\(file):\(line): \(severity.rawValue): \(message)" : "\(file): \(severity.rawValue): \(message)"
    }
}
