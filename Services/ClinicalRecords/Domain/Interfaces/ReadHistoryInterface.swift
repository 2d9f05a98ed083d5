/// Knows what happened to patients.
public protocol ReadHistoryInterface: Sendable {
    /// One page, with no places yet.
    /// - Throws: a ``RecordsProblem``.
    func page(_ query: HistoryQueryDomainModel) async throws -> HistoryPageDomainModel

    /// What was imported after the query's cursor, in the order of import, then what comes; it does not end by itself.
    /// - Throws: a ``RecordsProblem`` where the query is wrong.
    func news(_ query: FollowQueryDomainModel) async throws -> any AsyncSequence<[RecordNewsDomainModel], any Error> & Sendable
}
