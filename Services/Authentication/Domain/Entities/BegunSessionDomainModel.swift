public import struct Foundation.Date
public import struct Foundation.UUID

/// A session of an account, as the account's owner sees it: where and when it was begun.
public struct BegunSessionDomainModel: Hashable, Sendable {
    public let id: UUID
    /// Where the person was, as far as somebody vouches for it; nil where nobody does.
    public let place: String?
    public let issued: Date
    public let expires: Date

    public init(id: UUID, place: String?, issued: Date, expires: Date) {
        self.id = id
        self.place = place
        self.issued = issued
        self.expires = expires
    }
}

/// The sessions of an account that live.
public struct BegunSessionsDomainModel: Hashable, Sendable {
    /// The newest first.
    public let sessions: [BegunSessionDomainModel]
    /// Whether there may be older ones, which are not known one by one.
    public let isCut: Bool

    public init(sessions: [BegunSessionDomainModel], isCut: Bool) {
        self.sessions = sessions
        self.isCut = isCut
    }
}
