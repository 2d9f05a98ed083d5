import AppointmentsDomain
import AppointmentsIO
public import ClinicSessions
import Colonnade

/// Who asks: the call's own session, or a minor for whom the caller acts by the session in the Input.
public struct Visitors: Sendable {
    private let access: PatientAccess

    public init(access: PatientAccess) {
        self.access = access
    }

    /// - Throws: ``AppointmentsRefusal/sessionNeeded(reason:)``, ``AppointmentsRefusal/notAllowed(reason:)``.
    func visitor(minorSession token: String?) async throws(AppointmentsRefusal) -> VisitorDomainModel {
        do {
            guard let token else { return VisitorDomainModel(try await access.require(.staff, .patient)) }
            return VisitorDomainModel(try await access.requireMinor(token))
        } catch {
            switch error {
            case .sessionNeeded(let why): throw .sessionNeeded(reason: why.description)
            case .notAllowed:
                throw .notAllowed(
                    reason: token == nil
                        ? "the account's role sees no appointments" : "the minor's session is not held by the caller's account")
            }
        }
    }
}

extension VisitorDomainModel {
    fileprivate init(_ session: UserSession) {
        let role: Role =
            switch (session.role, session.subject) {
            case (.staff, _): .staff
            case (.patient, let subject?): .patient(subject)
            default: .other
            }
        // What a guardian books is the guardian's, so that a key sent again finds it by the minor's next session too.
        self.init(user: (session.guardian ?? session.user).uuidString, role: role)
    }
}
