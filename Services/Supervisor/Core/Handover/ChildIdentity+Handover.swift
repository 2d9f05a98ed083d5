extension ChildIdentity {
    /// For the supervisor's next program.
    public var handover: AccountHandover {
        switch self {
        case .own(let user, let group, let name): AccountHandover(kind: "own", user: Int(user), group: Int(group), text: name)
        case .root: AccountHandover(kind: "root")
        case .supervisors(let reason): AccountHandover(kind: "supervisors", text: reason)
        }
    }

    /// As another program has settled it.
    /// - Throws: where it is nobody: a process is never root's because something is missing.
    public init(_ account: AccountHandover) throws(HandoverError) {
        switch account.kind {
        case "own":
            guard let user: UInt32 = Self.number(account.user), let group: UInt32 = Self.number(account.group), user > 0 else {
                throw HandoverError("has a user that is none")
            }
            self = .own(user: user, group: group, name: account.text)
        case "root": self = .root
        case "supervisors": self = .supervisors(account.text)
        default: throw HandoverError("has an unknown kind of user, '\(account.kind.prefix(100))'")
        }
    }

    /// The last number says "nobody in particular" to chown(2).
    private static func number(_ number: Int?) -> UInt32? {
        number.flatMap(UInt32.init(exactly:)).flatMap { $0 == .max ? nil : $0 }
    }
}
