public import ClinicSessions
public import ClinicalRecordsDomain
import ClinicalRecordsIO

/// `medicalHistory`: one page of what happened to a patient; `minorHistory`: the same of a minor, for the guardian.
public struct MedicalHistoryBoard: Sendable {
    private let useCase: ReadHistoryUseCase
    private let access: PatientAccess

    public init(useCase: ReadHistoryUseCase, access: PatientAccess) {
        self.useCase = useCase
        self.access = access
    }

    func activate(with input: HistoryRequest) async throws -> HistoryPage {
        try await refusing {
            try await access.requireSight(of: input.patient)
            return try await page(input)
        }
    }

    func activate(with input: MinorHistoryRequest) async throws -> HistoryPage {
        try await refusing {
            try await access.requireSight(of: input.history.patient, byMinor: input.session)
            return try await page(input.history)
        }
    }

    private func page(_ input: HistoryRequest) async throws -> HistoryPage {
        let query: HistoryQueryDomainModel = HistoryQueryDomainModel(
            patient: input.patient, topics: try EntryTopicDomainModel.topics(input.kinds), from: input.from.map(Moment.init),
            until: input.until.map(Moment.init), pageSize: input.pageSize ?? HistoryQueryDomainModel.usualPageSize,
            cursor: input.cursor)
        return HistoryPage(try await useCase.execute(query))
    }
}
