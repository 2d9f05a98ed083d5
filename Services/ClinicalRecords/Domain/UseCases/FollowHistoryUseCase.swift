/// Somebody watches entries arrive.
public struct FollowHistoryUseCase: Sendable {
    private let history: any ReadHistoryInterface
    private let places: any FindPlacesInterface

    public init(history: any ReadHistoryInterface, places: any FindPlacesInterface) {
        self.history = history
        self.places = places
    }

    /// What comes after the query's cursor, with the places that are known; it does not end by itself.
    /// - Throws: a ``RecordsProblem`` where the query is wrong.
    public func execute(_ query: FollowQueryDomainModel) async throws -> any AsyncSequence<[RecordNewsDomainModel], any Error> & Sendable {
        let news: any AsyncSequence<[RecordNewsDomainModel], any Error> & Sendable = try await history.news(query)
        return withPlaces(news)
    }

    private func withPlaces(
        _ news: some AsyncSequence<[RecordNewsDomainModel], any Error> & Sendable
    ) -> any AsyncSequence<[RecordNewsDomainModel], any Error> & Sendable {
        news.map { batch in await placed(batch) }
    }

    private func placed(_ batch: [RecordNewsDomainModel]) async -> [RecordNewsDomainModel] {
        let placed: [RecordEntryDomainModel] = await places.places(for: batch.compactMap(\.entry)).entries
        var rest: ArraySlice<RecordEntryDomainModel> = placed[...]
        return batch.map { news in news.entry == nil ? news : news.with(entry: rest.removeFirst()) }
    }
}

extension RecordNewsDomainModel {
    fileprivate var entry: RecordEntryDomainModel? {
        switch subject {
        case .following, .takenBack: nil
        case .added(let entry), .changed(let entry): entry
        }
    }

    fileprivate func with(entry: RecordEntryDomainModel) -> RecordNewsDomainModel {
        switch subject {
        case .following, .takenBack: self
        case .added: RecordNewsDomainModel(.added(entry), cursor: cursor)
        case .changed: RecordNewsDomainModel(.changed(entry), cursor: cursor)
        }
    }
}
