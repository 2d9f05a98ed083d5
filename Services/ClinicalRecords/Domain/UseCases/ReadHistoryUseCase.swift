/// Somebody reads a patient's medical history, page by page.
public struct ReadHistoryUseCase: Sendable {
    private let history: any ReadHistoryInterface
    private let places: any FindPlacesInterface

    public init(history: any ReadHistoryInterface, places: any FindPlacesInterface) {
        self.history = history
        self.places = places
    }

    /// One page, with the places that are known. A history without its places is still a history.
    /// - Throws: a ``RecordsProblem``.
    public func execute(_ query: HistoryQueryDomainModel) async throws -> HistoryPageDomainModel {
        guard HistoryQueryDomainModel.pageSizes.contains(query.pageSize) else {
            throw RecordsProblem.invalidPageSize(query.pageSize, allowed: HistoryQueryDomainModel.pageSizes)
        }
        var slice: HistoryPageDomainModel = try await history.page(query)
        (slice.entries, slice.placesKnown) = await places.places(for: slice.entries)
        return slice
    }
}
