import ClinicSessions
import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation

/// One entry of a history, with all that is known of it.
final class DocumentViewModel: ViewModel {
    let output: ViewOutput<RecordDetailsDomainModel>
    private let sight: RecordSight
    private let viewing: ViewEntryUseCase
    private let following: FollowHistoryUseCase

    init(
        _ details: RecordDetailsDomainModel, of sight: RecordSight, viewing: ViewEntryUseCase, following: FollowHistoryUseCase
    ) {
        (self.sight, self.viewing, self.following) = (sight, viewing, following)
        output = ViewOutput(details)
    }

    var inputs: [ViewInput] {
        [
            .chosen(DocumentElement.related) { [output] in output.go(DocumentRoute.entryChosen(id: $0)) },
            .chosen(DocumentElement.place) { [output] in output.go(DocumentRoute.placeChosen(id: $0)) },
        ]
    }

    /// Looks anew where something was imported about the patient, and once when the following has begun.
    func run() async throws {
        let entry: String = output.state.entry.id
        let query: FollowQueryDomainModel = FollowQueryDomainModel(patient: sight.patient)
        for try await _: [RecordNewsDomainModel] in try await refusing({ try await following.execute(query) }) {
            try await sight.check()
            let details: RecordDetailsDomainModel = try await refusing { try await viewing.execute(entry: entry, patient: sight.patient) }
            output.update { $0 = details }
        }
    }
}
