public import ClinicSessions
public import ClinicalRecordsDomain
import ClinicalRecordsIO

/// `summary`: who a patient is, and how much is recorded.
public struct SummaryBoard: Sendable {
    private let useCase: ViewSummaryUseCase
    private let access: PatientAccess

    public init(useCase: ViewSummaryUseCase, access: PatientAccess) {
        self.useCase = useCase
        self.access = access
    }

    func activate(with input: SummaryRequest) async throws -> PatientSummary {
        try await refusing {
            try await access.requireSight(of: input.patient)
            return PatientSummary(try await useCase.execute(patient: input.patient))
        }
    }
}
