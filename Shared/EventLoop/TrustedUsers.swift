import Glibc

/// The users to whose listening sockets this process talks: root, its own, and those that were named.
public struct TrustedUsers: Sendable, Hashable {
    /// The environment variable with further users, numbers separated by commas: `1001,1002`.
    public static let variable: String = "COLONNADE_TRUSTED_USERS"
    /// Those of this process, by its environment.
    public static let own: TrustedUsers = TrustedUsers(naming: EnvironmentVariables.value(variable) ?? "")

    private let others: Set<UInt32>

    /// Root, this process's user, and those in `text`; what is no number there is nobody.
    public init(naming text: String = "") {
        others = Set(text.split(separator: ",").compactMap { UInt32($0) })
    }

    /// Whether a listener of this user may be talked to.
    public func contains(_ uid: UInt32) -> Bool {
        uid == 0 || uid == geteuid() || others.contains(uid)
    }
}
