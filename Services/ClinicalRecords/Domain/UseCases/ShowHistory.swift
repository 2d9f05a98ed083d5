/// Somebody reads a patient's medical history, page by page.
public struct ShowHistory: Sendable {
    private let history: any HistoryKeeping
    private let places: any PlaceFinding

    public init(history: any HistoryKeeping, places: any PlaceFinding) {
        self.history = history
        self.places = places
    }

    /// One page, with the places that are known. A history without its places is still a history.
    /// - Throws: a ``RecordsProblem``.
    public func show(_ query: HistoryQuery) async throws -> HistorySlice {
        guard HistoryQuery.pageSizes.contains(query.pageSize) else {
            throw RecordsProblem.invalidPageSize(query.pageSize, allowed: HistoryQuery.pageSizes)
        }
        var slice: HistorySlice = try await history.page(query)
        (slice.entries, slice.placesKnown) = await places.places(for: slice.entries)
        return slice
    }
}
