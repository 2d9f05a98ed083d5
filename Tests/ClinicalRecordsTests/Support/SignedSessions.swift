import ClinicSessions
import Colonnade
import ColonnadeSessions

/// Sessions of people in a clinic, signed by a key of the tests' own.
struct SignedSessions {
    static let staff: UserSession = session(.staff, user: 1)
    static let chief: UserSession = session(.operator, user: 2)
    /// A patient, and the guardian of `p2`.
    static let ana: UserSession = session(.patient, user: 3, subject: "p1")
    /// The session of `p2`, held by Ana.
    static let minor: UserSession = session(.patient, user: 4, subject: "p2", guardian: ana.user)
    static let beat: UserSession = session(.patient, user: 5, subject: "p3")

    let keyring: SessionKeyring
    private let signer: SessionSigner = SessionSigner()

    init() {
        keyring = SessionKeyring(publicKeys: [signer.publicKey])
    }

    func token(_ session: UserSession) throws -> String { try signer.token(for: session) }

    /// Calls with a session.
    func with<Value>(_ session: UserSession, _ body: () async throws -> Value) async throws -> Value {
        try await with(token: try token(session), body)
    }

    func with<Value>(token: String, _ body: () async throws -> Value) async throws -> Value {
        try await CallMetadata.$current.withValue(CallMetadata(session: token)) { try await body() }
    }

    static func session(
        _ role: Role, user: UInt8, subject: String? = nil, guardian: UUID? = nil, lasting seconds: Double = 3600
    ) -> UserSession {
        let now: Date = Date()
        return UserSession(
            id: UUID(), user: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, user)), name: "\(role.rawValue) \(user)", role: role,
            subject: subject, guardian: guardian, issued: now, expires: now.addingTimeInterval(seconds))
    }
}
