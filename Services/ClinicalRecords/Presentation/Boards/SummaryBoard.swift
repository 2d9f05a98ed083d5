public import ClinicalRecordsDomain
import ClinicalRecordsIO

/// `summary`: who a patient is, and how much is recorded.
public struct SummaryBoard: Sendable {
    private let useCase: ViewSummaryUseCase

    public init(useCase: ViewSummaryUseCase) {
        self.useCase = useCase
    }

    func activate(with input: SummaryRequest) async throws -> PatientSummary {
        PatientSummary(try await refusing { try await useCase.execute(patient: input.patient) })
    }
}
