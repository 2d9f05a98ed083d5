import AuthenticationDomain
import AuthenticationIO
import ClinicSessions
import Colonnade

/// The caller's own session.
public typealias CallersSession = @Sendable () throws(SessionError) -> UserSession

extension SessionDomainModel {
    /// - Throws: ``AuthenticationProblem/notAllowed`` for a role that this vertical does not give.
    init(_ session: UserSession) throws(AuthenticationProblem) {
        guard let role: RoleDomainModel = RoleDomainModel(rawValue: session.role.rawValue) else { throw .notAllowed }
        self.init(
            id: session.id, user: session.user, name: session.name, role: role, patient: session.subject, guardian: session.guardian,
            parent: session.parent.map { ParentSessionDomainModel(id: $0.id, issued: $0.issued) }, issued: session.issued,
            expires: session.expires)
    }
}

extension SessionDescription {
    init(_ session: SessionDomainModel) {
        self.init(
            id: session.id, user: session.user, name: session.name, role: AccountRole(session.role), patient: session.patient,
            guardian: session.guardian, issued: session.issued, expires: session.expires)
    }
}

extension SignedIn {
    init(_ signedIn: SignedInDomainModel) {
        self.init(token: signedIn.token, session: SessionDescription(signedIn.session))
    }
}

extension AccountRole {
    init(_ role: RoleDomainModel) {
        switch role {
        case .patient: self = .patient
        case .staff: self = .staff
        case .operator: self = .operator
        }
    }
}

extension RoleDomainModel {
    /// - Throws: ``AuthenticationProblem/invalidAccount(reason:)`` for a role that is not known here.
    init(_ role: AccountRole) throws(AuthenticationProblem) {
        switch role {
        case .patient: self = .patient
        case .staff: self = .staff
        case .operator: self = .operator
        case .unknown: throw .invalidAccount(reason: "the role is not known here; give patient, staff or operator")
        }
    }
}

extension SessionNews {
    init(_ news: SessionNewsDomainModel) {
        switch news {
        case .key(let key): self = .key(key)
        case .complete: self = .complete
        case .revoked(let revocations):
            self = .revoked(revocations.map { RevokedSession(session: $0.session, issued: $0.issued, expires: $0.expires) })
        }
    }
}
