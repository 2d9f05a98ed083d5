import ClinicSessions
import ClinicalRecordsIO
import Colonnade

/// Whose record a screen shows, and by which right: looked at when it is opened, and again whenever something is done or comes, for a
/// session may end meanwhile.
struct RecordSight: Sendable {
    let patient: String
    private let look: @Sendable () async throws -> Void

    /// A patient's record, by the call's own session; the session's own patient's where none is named.
    static func ofPatient(_ patient: String?, _ access: PatientAccess) async throws -> RecordSight {
        try await refusing {
            let patient: String = if let patient { patient } else { try await own(access) }
            try await access.requireSight(of: patient)
            return RecordSight(patient: patient) { try await access.requireSight(of: patient) }
        }
    }

    /// A minor's record, by the minor's session.
    static func ofMinor(_ session: String, _ access: PatientAccess) async throws -> RecordSight {
        try await refusing {
            guard let patient: String = try await access.requireMinor(session).subject else { throw AccessRefusal.notAllowed }
            return RecordSight(patient: patient) { try await access.requireSight(of: patient, byMinor: session) }
        }
    }

    /// Whether the record may be seen still.
    func check() async throws {
        try await refusing { try await look() }
    }

    private static func own(_ access: PatientAccess) async throws -> String {
        guard let patient: String = try await access.require(.patient).subject else { throw AccessRefusal.notAllowed }
        return patient
    }
}
