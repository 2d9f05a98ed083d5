public import ClinicalRecordsData
public import ClinicalRecordsDomain
public import ColonnadeContract

/// Reads history out of FHIR resources.
public struct HistoryFromResources: ReadHistoryInterface {
    private let repository: ResourceRepository
    private let bell: NewsBell

    public init(_ repository: ResourceRepository, bell: NewsBell) {
        self.repository = repository
        self.bell = bell
    }

    public func page(_ query: HistoryQueryDomainModel) async throws -> HistoryPageDomainModel {
        let filter: RecordFilter = RecordFilter(
            patient: query.patient, types: Self.types(of: query.topics), from: query.from, until: query.until)
        let mark: RecordMark? = try query.cursor.map(RecordCursor.mark)
        let found: (rows: [ResourceDataModel], hasMore: Bool, lastChange: Int64)? = try await repository.history(
            filter, after: mark, limit: query.pageSize)
        guard let found else { throw RecordsProblem.unknownPatient(query.patient) }
        let last: ResourceDataModel? = found.hasMore ? found.rows.last : nil
        return HistoryPageDomainModel(
            entries: try found.rows.compactMap(EntryWording.entry),
            next: last.map { RecordCursor.text(RecordMark(time: $0.time, number: $0.number)) },
            follow: RecordCursor.text(change: found.lastChange))
    }

    public func news(_ query: FollowQueryDomainModel) async throws -> any AsyncSequence<[RecordNewsDomainModel], any Error> & Sendable {
        if let patient: String = query.patient {
            guard try await repository.isKnown(patient: patient) else { throw RecordsProblem.unknownPatient(patient) }
        }
        let start: Int64
        if let cursor: String = query.cursor {
            start = try RecordCursor.change(cursor)
        } else {
            start = try await repository.lastChange()
        }
        let filter: RecordFilter = RecordFilter(patient: query.patient, types: Self.types(of: query.topics))
        return NewsSequence(repository: repository, bell: bell, filter: filter, start: start)
    }

    private static func types(of topics: Set<EntryTopicDomainModel>) -> Set<String> {
        Set((topics.isEmpty ? Set(EntryTopicDomainModel.allCases) : topics).flatMap(HistoryRules.types))
    }
}
