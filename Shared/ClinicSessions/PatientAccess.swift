import ColonnadeContract
public import ColonnadeWorld

/// Who may see which patient.
///
/// Staff see everyone; a patient sees what is about themselves; a guardian sees a ward, by the minor's explicit session only,
/// beside their own; an operator sees no patient.
public struct PatientAccess: Sendable {
    public typealias CallersSession = @Sendable () throws(SessionError) -> UserSession
    public typealias Verify = @Sendable (_ token: String) throws(SessionError) -> UserSession

    private let session: CallersSession
    private let verify: Verify
    /// Waits a little where nothing is known yet to check sessions by.
    private let settle: @Sendable () async -> Void

    /// - Parameters:
    ///   - session: the call's own session.
    ///   - verify: the session of a token that came in an Input.
    ///   - settle: waits a little where nothing is known yet to check sessions by.
    public init(
        session: @escaping CallersSession, verify: @escaping Verify, settle: @escaping @Sendable () async -> Void = {}
    ) {
        self.session = session
        self.verify = verify
        self.settle = settle
    }

    /// The call's own session, which may see the patient.
    @discardableResult
    public func requireSight(of patient: String) async throws(AccessRefusal) -> UserSession {
        let session: UserSession = try await checked(session)
        guard session.role == .staff || session.role == .patient && session.subject == patient else { throw .notAllowed }
        return session
    }

    /// The session of the minor that a token stands for, where the call's own session is the guardian's who holds it.
    @discardableResult
    public func requireSight(of patient: String, byMinor token: String) async throws(AccessRefusal) -> UserSession {
        let minor: UserSession = try await requireMinor(token)
        guard minor.subject == patient else { throw .notAllowed }
        return minor
    }

    /// The session of whichever minor a token stands for, where the call's own session is the guardian's who holds it.
    public func requireMinor(_ token: String) async throws(AccessRefusal) -> UserSession {
        let guardian: UserSession = try await checked(session)
        let minor: UserSession = try await checked { () throws(SessionError) in try verify(token) }
        guard let holder: UUID = minor.guardian, holder == guardian.user, minor.role == .patient else { throw .notAllowed }
        return minor
    }

    /// The call's own session, which has one of these roles.
    @discardableResult
    public func require(_ roles: Role...) async throws(AccessRefusal) -> UserSession {
        let session: UserSession = try await checked(session)
        guard roles.contains(session.role) else { throw .notAllowed }
        return session
    }

    /// Whether the call's own session is known to count, as far as can be said without waiting.
    var hasSession: Bool { (try? session()) != nil }

    /// The call's own session, whatever it may see.
    @discardableResult
    public func requireSession() async throws(SessionError) -> UserSession {
        try await settled(session)
    }

    private func checked(_ session: () throws(SessionError) -> UserSession) async throws(AccessRefusal) -> UserSession {
        do throws(SessionError) {
            return try await settled(session)
        } catch {
            throw .sessionNeeded(error)
        }
    }

    private func settled(_ session: () throws(SessionError) -> UserSession) async throws(SessionError) -> UserSession {
        do throws(SessionError) {
            return try session()
        } catch {
            guard error == .unverifiable else { throw error }
        }
        await settle()
        return try session()
    }
}

/// Why a call does not see a patient.
public enum AccessRefusal: Error, Hashable, Sendable {
    /// There is no session that counts.
    case sessionNeeded(SessionError)
    /// There is one, and it may not.
    case notAllowed
}
