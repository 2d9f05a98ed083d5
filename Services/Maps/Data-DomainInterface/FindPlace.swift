import MapsData
import MapsDomain

/// Finds one place in the repository.
public struct FindPlace: FindPlaceInterface {
    private let places: any PlacesRepository

    public init(places: any PlacesRepository) {
        self.places = places
    }

    public func place(id: String) async throws -> PlaceDomainModel? {
        try await places.place(id: id).map(PlaceDomainModel.init)
    }
}
