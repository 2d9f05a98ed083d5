import ColonnadeContract

extension World {
    /// Whether somebody has said how sessions are checked.
    public var verifiesSessions: Bool { givenVerifier != nil }

    /// How sessions are checked; ``SessionVerifier/unverifiable`` where nobody has said it.
    public var sessionVerifier: SessionVerifier {
        get { givenVerifier ?? .unverifiable }
        set { givenVerifier = newValue }
    }

    /// On whose behalf the task runs; nil where there is no session, or none that counts. Setting it stands above what
    /// comes with the call.
    public var userSession: UserSession? {
        get { try? requireUserSession() }
        set { givenSession = newValue }
    }

    /// On whose behalf the task runs: what was set in this world, or else what came with the call, once it is checked.
    /// - Throws: why there is no session that counts. A minor's session is none of the call's own.
    public func requireUserSession() throws(SessionError) -> UserSession {
        let session: UserSession
        if let givenSession {
            session = givenSession
        } else {
            guard let token: String = CallMetadata.current.session else { throw .missing }
            session = try verify(session: token)
        }
        guard session.guardian == nil else { throw .ofMinor }
        return session
    }

    /// The session that a token stands for now: for one that came in an Input, such as a minor's.
    public func verify(session token: String) throws(SessionError) -> UserSession {
        try sessionVerifier.verify(token, clock.now())
    }
}
