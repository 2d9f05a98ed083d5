import ColonnadeContract
import ColonnadeSessions
import ColonnadeWorld

/// Sessions to sign.
enum SessionFixtures {
    static let noon: Date = Date(timeIntervalSince1970: 1_800_000_000)
    static let later: Date = noon.addingTimeInterval(3600)

    static func id(_ number: UInt8) -> UUID { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, number)) }

    static func session(
        _ number: UInt8 = 1, user: UUID = id(100), name: String = "ana keller", subject: String? = "p1", guardian: UUID? = nil,
        parent: ParentSession? = nil, issued: Date = noon, expires: Date = later
    ) -> UserSession {
        UserSession(
            id: id(number), user: user, name: name, role: Role(rawValue: "patient"), subject: subject, guardian: guardian,
            parent: parent, issued: issued, expires: expires)
    }

    static func revocation(of session: UserSession) -> SessionRevocation {
        SessionRevocation(session: session.id, issued: session.issued, expires: session.expires)
    }
}
