import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation

/// Who a patient is and how much is recorded, as it is now.
final class SummaryViewModel: ViewModel {
    let output: ViewOutput<RecordSummaryDomainModel>
    private let sight: RecordSight
    private let viewing: ViewSummaryUseCase
    private let following: FollowHistoryUseCase

    init(of sight: RecordSight, viewing: ViewSummaryUseCase, following: FollowHistoryUseCase) async throws {
        (self.sight, self.viewing, self.following) = (sight, viewing, following)
        output = ViewOutput(try await refusing { try await viewing.execute(patient: sight.patient) })
    }

    var inputs: [ViewInput] { [.chosen(SummaryElement.kinds, choose)] }

    /// Counts anew when something was imported, and once when the following has begun: something may have come before.
    func run() async throws {
        let query: FollowQueryDomainModel = FollowQueryDomainModel(patient: sight.patient)
        for try await _: [RecordNewsDomainModel] in try await refusing({ try await following.execute(query) }) {
            try await sight.check()
            let summary: RecordSummaryDomainModel = try await refusing { try await viewing.execute(patient: sight.patient) }
            output.update { $0 = summary }
        }
    }

    private func choose(_ topic: String) {
        guard let topic: EntryTopicDomainModel = EntryTopicDomainModel(id: topic) else { return }
        output.go(SummaryRoute.historyChosen(patient: sight.patient, kinds: [EntryKind(topic)]))
    }
}
