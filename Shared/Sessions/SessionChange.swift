public import ColonnadeContract

/// What a keyring is told by who signs sessions, in this order: the keys, the revocations that still matter, ``complete``, and
/// then what changes.
public enum SessionChange: Hashable, Sendable {
    /// A public key by which sessions are signed.
    case key([UInt8])
    /// Sessions that count no longer.
    case revoked([SessionRevocation])
    /// All that is known was said; what was not said before does not hold.
    case complete
}

/// A session that counts no longer, and with it those that were made from it.
public struct SessionRevocation: Hashable, Sendable {
    /// The session's id; or the user's, where all sessions of that account count no longer that were signed at ``issued`` or before.
    public let session: UUID
    /// When the session was signed, or the newest of them.
    public let issued: Date
    /// From here on the session would be worth nothing anyhow, and the revocation is forgotten.
    public let expires: Date

    /// The end of a session before its time.
    public init(session: UUID, issued: Date, expires: Date) {
        self.session = session
        self.issued = issued
        self.expires = expires
    }
}
