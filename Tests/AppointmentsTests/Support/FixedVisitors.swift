import ClinicSessions
import Colonnade
import Foundation

@testable import AppointmentsPresentation

/// Visitors whose session always counts.
enum FixedVisitors {
    static let staff: Visitors = visitors(.staff)

    static func patient(_ id: String) -> Visitors { visitors(.patient, of: id) }

    private static func visitors(_ role: Role, of patient: String? = nil) -> Visitors {
        let session: UserSession = UserSession(
            id: UUID(), user: UUID(), name: "somebody", role: role, subject: patient, guardian: nil,
            issued: Date(timeIntervalSince1970: 0), expires: .distantFuture)
        return Visitors(
            access: PatientAccess(
                session: { () throws(SessionError) in session },
                verify: { (_: String) throws(SessionError) in throw SessionError.missing }))
    }
}
