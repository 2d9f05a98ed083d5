/// Whose a child's process is, as it was settled before the suite came up.
public enum ChildIdentity: Hashable, Sendable {
    /// An account's, or one that was allotted; never root's.
    /// - Parameter name: the account's; nil where it was allotted.
    case own(user: UInt32, group: UInt32, name: String?)
    /// Root's, because the launcher file says so.
    case root
    /// The supervisor's; with the reason, where that is root.
    case supervisors(String?)

    /// The number of its user; nil for the supervisor's own.
    public var user: UInt32? {
        if case .own(let user, _, _) = self { user } else { nil }
    }

    /// Whether files and sockets of one are the other's.
    public func isSameUser(as other: ChildIdentity) -> Bool { user == other.user && group == other.group }

    /// The number of its only group; nil for the supervisor's own groups.
    public var group: UInt32? {
        if case .own(_, let group, _) = self { group } else { nil }
    }
}
