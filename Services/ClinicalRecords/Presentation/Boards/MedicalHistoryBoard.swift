public import ClinicalRecordsDomain
import ClinicalRecordsIO

/// `medicalHistory`: one page of what happened to a patient.
public struct MedicalHistoryBoard: Sendable {
    private let useCase: ReadHistoryUseCase

    public init(useCase: ReadHistoryUseCase) {
        self.useCase = useCase
    }

    func activate(with input: HistoryRequest) async throws -> HistoryPage {
        let query: HistoryQueryDomainModel = HistoryQueryDomainModel(
            patient: input.patient, topics: try EntryTopicDomainModel.topics(input.kinds), from: input.from.map(Moment.init),
            until: input.until.map(Moment.init), pageSize: input.pageSize ?? HistoryQueryDomainModel.usualPageSize,
            cursor: input.cursor)
        return HistoryPage(try await refusing { try await useCase.execute(query) })
    }
}
