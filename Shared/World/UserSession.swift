public import ColonnadeContract

/// On whose behalf a call is made: a session that was checked, or that a test has made.
///
/// A vertical reads its caller's by ``World/requireUserSession()``. The session of a minor is never a call's own: who acts
/// for a minor passes it in an Input, beside their own.
public struct UserSession: Hashable, Sendable {
    /// Tells this session from all others; what is revoked at sign-out.
    public let id: UUID
    /// The account that signed in; for a minor's session, the one that belongs to nobody but the minor.
    public let user: UUID
    /// The name that the account signs in with, for people to read.
    public let name: String
    /// What the account may do.
    public let role: Role
    /// Whose data the account stands for, as the suite names them: in a clinic, a patient's id. Nil for none.
    public let subject: String?
    /// The account that holds a minor's session; nil for a session of one's own.
    public let guardian: UUID?
    /// The guardian's session that a minor's was made from, and ends with; nil for a session of one's own.
    public let parent: ParentSession?
    /// When it was signed.
    public let issued: Date
    /// From here on the session is worth nothing.
    public let expires: Date

    /// A session from its parts. Nothing is checked: a verifier or a test makes one.
    public init(
        id: UUID, user: UUID, name: String, role: Role, subject: String? = nil, guardian: UUID? = nil,
        parent: ParentSession? = nil, issued: Date, expires: Date
    ) {
        self.id = id
        self.user = user
        self.name = name
        self.role = role
        self.subject = subject
        self.guardian = guardian
        self.parent = parent
        self.issued = issued
        self.expires = expires
    }
}

/// What an account may do, by name. A suite adds its own as an extension:
/// ```swift
/// extension Role { static let gardener: Role = Role(rawValue: "gardener") }
/// ```
public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
