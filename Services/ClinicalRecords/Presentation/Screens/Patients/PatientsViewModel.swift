import ClinicSessions
import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade
import ColonnadePresentation

/// What the screen of patients shows.
struct PatientsState: Hashable, Sendable {
    /// Rows that are shown at the same time: who looks through more looks for the wrong words.
    static let mostRows: Int = 200

    var text: String
    var page: PatientPageDomainModel

    /// Goes on with the next page.
    mutating func goOn(with next: PatientPageDomainModel) {
        let known: Set<String> = Set(page.patients.map(\.id))
        page = PatientPageDomainModel(
            patients: page.patients + next.patients.filter { !known.contains($0.id) }, next: next.next)
    }
}

/// Finds a patient by name or id. For staff.
final class PatientsViewModel: ViewModel {
    /// Bytes of what is searched for: longer than a name is.
    private static let mostBytes: Int = 200

    let output: ViewOutput<PatientsState>
    private let finding: FindPatientsUseCase
    private let access: PatientAccess

    init(text: String, finding: FindPatientsUseCase, access: PatientAccess) async throws {
        (self.finding, self.access) = (finding, access)
        let text: String = text.bounded(to: Self.mostBytes)
        output = ViewOutput(PatientsState(text: text, page: try await Self.page(text, after: nil, finding, access)))
    }

    var inputs: [ViewInput] {
        [
            .submitted(PatientsElement.search, search), .more(PatientsElement.patients, more),
            .chosen(PatientsElement.patients) { [output] in output.go(PatientsRoute.patientChosen(id: $0)) },
        ]
    }

    private func search(_ values: [String: ScreenValue]) async throws {
        let text: String = (values[PatientsElement.words]?.text ?? "").bounded(to: Self.mostBytes)
        let page: PatientPageDomainModel = try await Self.page(text, after: nil, finding, access)
        output.update { $0 = PatientsState(text: text, page: page) }
    }

    private func more(_ cursor: String) async throws {
        let page: PatientPageDomainModel = try await Self.page(output.state.text, after: cursor, finding, access)
        output.update { $0.goOn(with: page) }
    }

    private static func page(
        _ text: String, after cursor: String?, _ finding: FindPatientsUseCase, _ access: PatientAccess
    ) async throws -> PatientPageDomainModel {
        try await refusing {
            try await access.require(.staff)
            return try await finding.execute(PatientQueryDomainModel(text: text, cursor: cursor))
        }
    }
}
