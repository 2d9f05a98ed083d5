import AppointmentsDomain
import AppointmentsIO

/// Who is before a screen, asked anew for all that is done and shown: who has signed out meanwhile learns and does nothing more.
struct ScreenVisitor: Sendable {
    private let visitors: Visitors
    private let minorSession: String?

    /// - Parameter minorSession: the session of a minor for whom the caller acts, from the Input.
    init(_ visitors: Visitors, minorSession: String?) {
        self.visitors = visitors
        self.minorSession = minorSession
    }

    var now: VisitorDomainModel {
        get async throws(AppointmentsRefusal) { try await visitors.visitor(minorSession: minorSession) }
    }

    /// The patient that a screen is about: the one that the Input names, or else the visitor.
    /// - Throws: ``AppointmentsRefusal/notAllowed(reason:)`` where the Input names none, and the visitor is no patient.
    func patient(_ named: String?) async throws(AppointmentsRefusal) -> String {
        let visitor: VisitorDomainModel = try await now
        if let named { return named }
        guard case .patient(let own) = visitor.role else {
            throw .notAllowed(reason: "the account has no appointments of its own; say whose are wanted")
        }
        return own
    }
}
