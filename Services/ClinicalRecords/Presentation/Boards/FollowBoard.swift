public import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade

/// `follow`: entries as they are imported, until the caller leaves.
public struct FollowBoard: Sendable {
    private let useCase: FollowHistoryUseCase

    public init(useCase: FollowHistoryUseCase) {
        self.useCase = useCase
    }

    func activate(with input: FollowRequest) -> OutputSequence<FollowOutput, ClinicalRecordsRefusal> {
        OutputSequence { [useCase] emit in
            let query: FollowQueryDomainModel = FollowQueryDomainModel(
                patient: input.patient, topics: try EntryTopicDomainModel.topics(input.kinds), cursor: input.cursor)
            for try await batch: [RecordNewsDomainModel] in try await refusing({ try await useCase.execute(query) }) {
                for news: RecordNewsDomainModel in batch { try await emit(FollowOutput(news)) }
            }
            return .done
        }
    }
}
