/// Somebody watches entries arrive.
public struct FollowHistory: Sendable {
    private let history: any HistoryKeeping
    private let places: any PlaceFinding

    public init(history: any HistoryKeeping, places: any PlaceFinding) {
        self.history = history
        self.places = places
    }

    /// What comes after the query's cursor, with the places that are known; it does not end by itself.
    /// - Throws: a ``RecordsProblem`` where the query is wrong.
    public func follow(_ query: FollowQuery) async throws -> any AsyncSequence<[RecordNews], any Error> & Sendable {
        let news: any AsyncSequence<[RecordNews], any Error> & Sendable = try await history.news(query)
        return withPlaces(news)
    }

    private func withPlaces(
        _ news: some AsyncSequence<[RecordNews], any Error> & Sendable
    ) -> any AsyncSequence<[RecordNews], any Error> & Sendable {
        news.map { batch in await placed(batch) }
    }

    private func placed(_ batch: [RecordNews]) async -> [RecordNews] {
        let placed: [RecordEntry] = await places.places(for: batch.compactMap(\.entry)).entries
        var rest: ArraySlice<RecordEntry> = placed[...]
        return batch.map { news in news.entry == nil ? news : news.with(entry: rest.removeFirst()) }
    }
}

extension RecordNews {
    fileprivate var entry: RecordEntry? {
        switch subject {
        case .following: nil
        case .added(let entry), .changed(let entry): entry
        }
    }

    fileprivate func with(entry: RecordEntry) -> RecordNews {
        switch subject {
        case .following: self
        case .added: RecordNews(.added(entry), cursor: cursor)
        case .changed: RecordNews(.changed(entry), cursor: cursor)
        }
    }
}
