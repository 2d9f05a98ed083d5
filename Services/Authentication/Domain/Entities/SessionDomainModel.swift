public import struct Foundation.Date
public import struct Foundation.UUID

/// On whose behalf calls are made.
public struct SessionDomainModel: Hashable, Sendable {
    public let id: UUID
    public let user: UUID
    public let name: String
    public let role: RoleDomainModel
    public let patient: String?
    /// Of a minor's session, the account that holds it.
    public let guardian: UUID?
    /// Of a minor's session, the guardian's that it was made from.
    public let parent: ParentSessionDomainModel?
    public let issued: Date
    public let expires: Date

    public init(
        id: UUID, user: UUID, name: String, role: RoleDomainModel, patient: String? = nil, guardian: UUID? = nil,
        parent: ParentSessionDomainModel? = nil, issued: Date, expires: Date
    ) {
        self.id = id
        self.user = user
        self.name = name
        self.role = role
        self.patient = patient
        self.guardian = guardian
        self.parent = parent
        self.issued = issued
        self.expires = expires
    }
}

/// The session that a minor's was made from: what ends the one ends the other.
public struct ParentSessionDomainModel: Hashable, Sendable {
    public let id: UUID
    public let issued: Date

    public init(id: UUID, issued: Date) {
        self.id = id
        self.issued = issued
    }
}

/// A session with the token that stands for it.
public struct SignedInDomainModel: Hashable, Sendable {
    public let token: String
    public let session: SessionDomainModel

    public init(token: String, session: SessionDomainModel) {
        self.token = token
        self.session = session
    }
}

/// A session that counts no longer, or those of an account that began at this time or before: then `session` is the account's id.
public struct RevocationDomainModel: Hashable, Sendable {
    public let session: UUID
    public let issued: Date
    public let expires: Date

    public init(session: UUID, issued: Date, expires: Date) {
        self.session = session
        self.issued = issued
        self.expires = expires
    }
}

/// What who checks sessions has to know.
public enum SessionNewsDomainModel: Hashable, Sendable {
    case key([UInt8])
    case revoked([RevocationDomainModel])
    case complete
}

/// How long sessions and invitations last, in seconds.
public enum Lifetimes {
    public static let invitation: Double = 7 * 86_400
    /// A minor's session is for one task, and never outlives the guardian's.
    public static let minor: Double = 3_600
    /// For as long as somebody chooses for whom they act.
    public static let glance: Double = 300

    /// A shift for who works here. A week for patients: long enough to come back, and short enough that the list of revoked
    /// sessions, which every vertical keeps, stays short.
    public static func session(of role: RoleDomainModel) -> Double {
        switch role {
        case .staff, .operator: 12 * 3_600
        case .patient: 7 * 86_400
        }
    }
}
