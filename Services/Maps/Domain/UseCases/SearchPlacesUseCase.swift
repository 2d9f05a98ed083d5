/// Someone looks for places.
public struct SearchPlacesUseCase: Sendable {
    private let search: any SearchPlacesInterface

    public init(search: any SearchPlacesInterface) {
        self.search = search
    }

    /// The places that fit, nearest or best match first.
    /// - Throws: ``MapsError/invalidCoordinate(_:)`` and ``MapsError/invalidSearch(reason:)``.
    public func execute(_ query: PlaceQueryDomainModel) async throws -> [PlaceDomainModel] {
        if let problem: MapsError = query.problem { throw problem }
        return try await search.places(matching: query)
    }
}
