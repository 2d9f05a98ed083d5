public import ClinicSessions
public import ClinicalRecordsDomain
import ClinicalRecordsIO
public import Colonnade
import ColonnadePresentation

/// `documentScreen`: one entry of a history.
public struct DocumentScreenBoard: Sendable {
    private let viewing: ViewEntryUseCase
    private let following: FollowHistoryUseCase
    private let access: PatientAccess
    private let open: ShareLimit

    /// - Parameter open: bounds how many screens are open.
    public init(viewing: ViewEntryUseCase, following: FollowHistoryUseCase, access: PatientAccess, among open: ShareLimit) {
        self.viewing = viewing
        self.following = following
        self.access = access
        self.open = open
    }

    func activate(
        with input: DocumentScreenInput, _ actions: Commands<ScreenAction>
    ) -> OutputSequence<ScreenOutput, ClinicalRecordsRefusal> {
        OutputSequence(showing: documentView, actions, among: open) { [self] in
            let (details, sight): (RecordDetailsDomainModel, RecordSight) =
                if let minor: String = input.minorSession {
                    try await look(at: input.entry, in: try await .ofMinor(minor, access))
                } else {
                    try await look(at: input.entry)
                }
            return DocumentViewModel(details, of: sight, viewing: viewing, following: following)
        }
    }

    /// By the call's own session: staff find whose it is by the entry, everybody else looks into their own record.
    private func look(at entry: String) async throws -> (RecordDetailsDomainModel, RecordSight) {
        let role: Role = try await refusing { try await access.require(.staff, .patient) }.role
        guard role == .staff else { return try await look(at: entry, in: try await .ofPatient(nil, access)) }
        let details: RecordDetailsDomainModel = try await refusing { try await viewing.execute(entry: entry, patient: nil) }
        return (details, try await .ofPatient(details.entry.patient, access))
    }

    /// - Throws: ``ClinicalRecordsRefusal/notAllowed`` for an entry of another patient, and for one that does not exist: which of the
    ///   two it is, is nobody else's business.
    private func look(at entry: String, in sight: RecordSight) async throws -> (RecordDetailsDomainModel, RecordSight) {
        do {
            return (try await viewing.execute(entry: entry, patient: sight.patient), sight)
        } catch RecordsProblem.unknownEntry {
            throw ClinicalRecordsRefusal.notAllowed
        }
    }
}
