public import ClinicSessions
public import ClinicalRecordsDomain
import ClinicalRecordsIO
public import Colonnade
import ColonnadePresentation

/// `summaryScreen`: who a patient is and how much is recorded.
public struct SummaryScreenBoard: Sendable {
    private let viewing: ViewSummaryUseCase
    private let following: FollowHistoryUseCase
    private let access: PatientAccess
    private let open: ShareLimit

    /// - Parameter open: bounds how many screens are open.
    public init(viewing: ViewSummaryUseCase, following: FollowHistoryUseCase, access: PatientAccess, among open: ShareLimit) {
        self.viewing = viewing
        self.following = following
        self.access = access
        self.open = open
    }

    func activate(
        with input: SummaryScreenInput, _ actions: Commands<ScreenAction>
    ) -> OutputSequence<ScreenOutput, ClinicalRecordsRefusal> {
        @Sendable func view(_ summary: RecordSummaryDomainModel) -> Screen {
            summaryView(summary, leadsToAppointments: input.leadsToAppointments)
        }
        return OutputSequence(showing: view, actions, among: open) { [viewing, following, access] in
            try await SummaryViewModel(of: try await .ofPatient(input.patient, access), viewing: viewing, following: following)
        }
    }
}
