import Glibc

/// The users whose listening sockets this process trusts: root, its own user, and those that were named.
public struct TrustedUsers: Sendable, Hashable {
    /// The environment variable with further users, numbers separated by commas: `1001,1002`.
    public static let variable: String = "COLONNADE_TRUSTED_USERS"
    /// The trusted users of this process, from its environment.
    public static let own: TrustedUsers = TrustedUsers(naming: EnvironmentVariables.value(variable) ?? "")

    private let others: Set<UInt32>

    /// Root, this process's user, and the users in `text`; entries that are not numbers are ignored.
    public init(naming text: String = "") {
        others = Set(text.split(separator: ",").compactMap { UInt32($0) })
    }

    /// Whether to trust a listener of this user.
    public func contains(_ uid: UInt32) -> Bool {
        uid == 0 || uid == geteuid() || others.contains(uid)
    }

    /// Whether this process may run a program with all its own rights: a regular file of root or of its own user, which not everybody may
    /// write; for root, no group either.
    public static func mayBeRun(_ program: String) -> Bool {
        var information: stat = stat()
        guard unsafe stat(program, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return false }
        return (information.st_uid == 0 || information.st_uid == geteuid()) && information.st_mode & (geteuid() == 0 ? 0o022 : 0o002) == 0
    }
}
