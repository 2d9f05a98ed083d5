public import MapsDomain
import MapsIO

/// `searchPlaces`: places that match a query.
public struct SearchPlacesBoard: Sendable {
    private let useCase: SearchPlacesUseCase

    public init(useCase: SearchPlacesUseCase) {
        self.useCase = useCase
    }

    func activate(with input: PlaceSearch) async throws -> [Place] {
        let query: PlaceQueryDomainModel = PlaceQueryDomainModel(
            text: input.text, near: input.near.map(CoordinateDomainModel.init), within: input.within,
            limit: input.limit ?? PlaceQueryDomainModel.usualLimit)
        return try await refusing { try await useCase.execute(query) }.map(Place.init)
    }
}
