public import ColonnadeContract

/// Why a call has no session that counts. Its description is a sentence for people, with the next step.
public enum SessionError: CallerError, Hashable, Sendable, CaseIterable {
    /// The call came without a session.
    case missing
    /// What came is no token.
    case malformed
    /// The signature does not fit what was signed.
    case forged
    /// Signed with a key that nobody vouches for, or no longer.
    case unknownKey
    /// Its time is over.
    case expired
    /// It was issued at a time that is still to come.
    case issuedLater
    /// Somebody has signed out of it.
    case revoked
    /// A minor's session came as the call's own.
    case ofMinor
    /// Nothing is known yet by which a session could be checked.
    case unverifiable
}

extension SessionError {
    public var description: String {
        switch self {
        case .missing: "The call has no session; sign in and send the token with it."
        case .malformed: "The session is no token; send the token that signing in gave, whole and unchanged."
        case .forged: "The session's signature is wrong; send the token that signing in gave, whole and unchanged."
        case .unknownKey: "The session was signed with a key that is not known here; sign in again."
        case .expired: "The session has expired; sign in again."
        case .issuedLater: "The session was issued in the future; set the clocks right, and sign in again."
        case .revoked: "The session was ended by signing out; sign in again."
        case .ofMinor: "A minor's session is no session of one's own; call with your own, and pass the minor's in the input."
        case .unverifiable: "Sessions can not be checked here yet, since their keys have not come; try again in a moment."
        }
    }
}
