public import ClinicSessions
public import ClinicalRecordsDomain
import ClinicalRecordsIO
import Colonnade

/// `follow`: entries as they are imported, until the caller leaves.
public struct FollowBoard: Sendable {
    private let useCase: FollowHistoryUseCase
    private let access: PatientAccess

    public init(useCase: FollowHistoryUseCase, access: PatientAccess) {
        self.useCase = useCase
        self.access = access
    }

    func activate(with input: FollowRequest) -> OutputSequence<FollowOutput, ClinicalRecordsRefusal> {
        OutputSequence { [useCase, access] emit in
            try await Self.check(input, access)
            let query: FollowQueryDomainModel = FollowQueryDomainModel(
                patient: input.patient, topics: try EntryTopicDomainModel.topics(input.kinds), cursor: input.cursor)
            for try await batch: [RecordNewsDomainModel] in try await refusing({ try await useCase.execute(query) }) {
                // News may come long after the call began.
                try await Self.check(input, access)
                for news: RecordNewsDomainModel in batch { try await emit(FollowOutput(news)) }
            }
            return .done
        }
    }

    private static func check(_ input: FollowRequest, _ access: PatientAccess) async throws {
        try await refusing { () async throws -> Void in
            switch (input.patient, input.minorSession) {
            case (let patient?, nil): try await access.requireSight(of: patient)
            case (let patient?, let minor?): try await access.requireSight(of: patient, byMinor: minor)
            case (nil, nil): try await access.require(.staff)
            // A minor's session is about the minor alone.
            case (nil, _?): throw AccessRefusal.notAllowed
            }
        }
    }
}
