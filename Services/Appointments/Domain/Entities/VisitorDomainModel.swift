/// Who asks, as the session says.
public struct VisitorDomainModel: Hashable, Sendable {
    public enum Role: Hashable, Sendable {
        case staff
        /// A patient, or a guardian by the session of a minor: whose data it is.
        case patient(String)
        /// Somebody who sees no patient: an operator, or a role that is not known here.
        case other
    }

    /// The user, as UUIDs are written; a guardian's own also where the session is a minor's.
    public let user: String
    public let role: Role

    public init(user: String, role: Role) {
        self.user = user
        self.role = role
    }

    /// Staff see everybody, patients themselves, guardians the minor whose session they show.
    func maySee(patient: String) -> Bool {
        switch role {
        case .staff: true
        case .patient(let own): own == patient
        case .other: false
        }
    }

    /// - Throws: ``AppointmentsProblem/notAllowed(_:)``.
    func requireSight(of patient: String) throws(AppointmentsProblem) {
        guard maySee(patient: patient) else { throw .notAllowed("the session may not see this patient") }
    }

    /// - Throws: ``AppointmentsProblem/notAllowed(_:)``.
    func requireStaff() throws(AppointmentsProblem) {
        guard role == .staff else { throw .notAllowed("only staff may see the appointments of several patients") }
    }
}
