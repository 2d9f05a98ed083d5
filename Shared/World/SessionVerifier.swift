public import ColonnadeContract

/// How a vertical tells a session from a forgery.
public struct SessionVerifier: Sendable {
    /// Refuses every session, since nothing is known to check one by.
    public static let unverifiable: SessionVerifier = SessionVerifier { _, _ throws(SessionError) in throw .unverifiable }

    /// The session that a token stands for at a time. Any thread may call it, and it does not wait.
    public let verify: @Sendable (_ token: String, _ now: Date) throws(SessionError) -> UserSession

    /// A verifier from a closure that does not wait, and that any thread may call.
    public init(verify: @escaping @Sendable (_ token: String, _ now: Date) throws(SessionError) -> UserSession) {
        self.verify = verify
    }
}
