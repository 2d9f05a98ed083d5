public import ClinicSessions
public import ClinicalRecordsDomain
import ClinicalRecordsIO
public import Colonnade
import ColonnadePresentation

/// `medicalHistoryScreen`: a patient's medical history; `minorHistoryScreen`: the same of a minor, for the guardian.
public struct MedicalHistoryScreenBoard: Sendable {
    private let summary: ViewSummaryUseCase
    private let reading: ReadHistoryUseCase
    private let following: FollowHistoryUseCase
    private let access: PatientAccess
    private let open: ShareLimit

    /// - Parameter open: bounds how many screens are open.
    public init(
        summary: ViewSummaryUseCase, reading: ReadHistoryUseCase, following: FollowHistoryUseCase, access: PatientAccess,
        among open: ShareLimit
    ) {
        self.summary = summary
        self.reading = reading
        self.following = following
        self.access = access
        self.open = open
    }

    func activate(
        with input: HistoryScreenInput, _ actions: Commands<ScreenAction>
    ) -> OutputSequence<ScreenOutput, ClinicalRecordsRefusal> {
        show(input.kinds, actions) { [access] in try await .ofPatient(input.patient, access) }
    }

    func activate(
        with input: MinorHistoryScreenInput, _ actions: Commands<ScreenAction>
    ) -> OutputSequence<ScreenOutput, ClinicalRecordsRefusal> {
        show(input.kinds, actions) { [access] in try await .ofMinor(input.session, access) }
    }

    private func show(
        _ kinds: [EntryKind], _ actions: Commands<ScreenAction>, of sight: @escaping @Sendable () async throws -> RecordSight
    ) -> OutputSequence<ScreenOutput, ClinicalRecordsRefusal> {
        OutputSequence(showing: historyView, actions, among: open) { [summary, reading, following] in
            try await HistoryViewModel(
                of: try await sight(), topics: try EntryTopicDomainModel.topics(kinds), summary: summary, reading: reading,
                following: following)
        }
    }
}
