public import ClinicSessions
public import ClinicalRecordsDomain
import ClinicalRecordsIO
public import Colonnade
import ColonnadePresentation

/// `importScreen`: takes FHIR bundles in, as files.
public struct ImportScreenBoard: Sendable {
    private let intake: BundleIntake
    private let mostBytes: Int
    private let access: PatientAccess
    private let open: ShareLimit

    /// - Parameters:
    ///   - mostBytes: the largest bundle that is imported.
    ///   - open: bounds how many screens are open.
    ///   - sleep: waits for so long, or throws when it is cancelled.
    public init(
        useCase: ImportBundleUseCase, mostBytes: Int, access: PatientAccess, among open: ShareLimit,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.mostBytes = mostBytes
        self.access = access
        self.open = open
        intake = BundleIntake(useCase: useCase, sleep: sleep)
    }

    func activate(_ actions: Commands<ScreenAction>) -> OutputSequence<ScreenOutput, ClinicalRecordsRefusal> {
        OutputSequence(showing: importView, actions, among: open) { [intake, mostBytes, access] in
            try await ImportViewModel(intake: intake, mostBytes: mostBytes, access: access)
        }
    }
}
