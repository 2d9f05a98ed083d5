public import ClinicSessions
public import ClinicalRecordsDomain
import ClinicalRecordsIO
public import Colonnade
import ColonnadePresentation

/// `patientsScreen`: finds a patient.
public struct PatientsScreenBoard: Sendable {
    private let useCase: FindPatientsUseCase
    private let access: PatientAccess
    private let open: ShareLimit

    /// - Parameter open: bounds how many screens are open.
    public init(useCase: FindPatientsUseCase, access: PatientAccess, among open: ShareLimit) {
        self.useCase = useCase
        self.access = access
        self.open = open
    }

    func activate(
        with input: PatientsScreenInput, _ actions: Commands<ScreenAction>
    ) -> OutputSequence<ScreenOutput, ClinicalRecordsRefusal> {
        OutputSequence(showing: patientsView, actions, among: open) { [useCase, access] in
            try await PatientsViewModel(text: input.search ?? "", finding: useCase, access: access)
        }
    }
}
