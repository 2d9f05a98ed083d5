/// Knows what happened to patients.
public protocol HistoryKeeping: Sendable {
    /// One page, with no places yet.
    /// - Throws: a ``RecordsProblem``.
    func page(_ query: HistoryQuery) async throws -> HistorySlice

    /// What was imported after the query's cursor, in the order of import, then what comes; it does not end by itself.
    /// - Throws: a ``RecordsProblem`` where the query is wrong.
    func news(_ query: FollowQuery) async throws -> any AsyncSequence<[RecordNews], any Error> & Sendable
}
