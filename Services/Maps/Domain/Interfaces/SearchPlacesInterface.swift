/// Finds places by a query.
public protocol SearchPlacesInterface: Sendable {
    /// The places that a valid query asks for, nearest or best match first.
    func places(matching query: PlaceQueryDomainModel) async throws -> [PlaceDomainModel]
}
