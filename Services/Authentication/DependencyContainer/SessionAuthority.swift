import AuthenticationDomain
import Colonnade
import ColonnadeSessions

/// Signs sessions by the vertical's private key, and has its own keyring know what was ended.
struct SessionAuthority: SignSessionsInterface {
    let signer: SessionSigner
    let keyring: SessionKeyring

    func token(for session: SessionDomainModel) throws -> String {
        try signer.token(
            for: UserSession(
                id: session.id, user: session.user, name: session.name, role: Role(rawValue: session.role.rawValue),
                subject: session.patient, guardian: session.guardian,
                parent: session.parent.map { ParentSession(id: $0.id, issued: $0.issued) }, issued: session.issued,
                expires: session.expires))
    }

    func revoke(_ revocations: [RevocationDomainModel], now: Date) {
        keyring.revoke(
            revocations.map { SessionRevocation(session: $0.session, issued: $0.issued, expires: $0.expires) }, now: now)
    }
}
