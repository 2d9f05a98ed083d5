import MapsDomain

/// Places in memory, standing in for search and lookup; a search gives all of them and remembers what was asked.
final actor FakePlaces: SearchPlacesInterface, FindPlaceInterface {
    let places: [PlaceDomainModel]
    private(set) var queries: [PlaceQueryDomainModel] = []

    init(_ places: [PlaceDomainModel]) {
        self.places = places
    }

    func places(matching query: PlaceQueryDomainModel) async throws -> [PlaceDomainModel] {
        queries.append(query)
        return places
    }

    func place(id: String) async throws -> PlaceDomainModel? {
        places.first { $0.id == id }
    }
}

/// Gives directions that only name their ends.
struct FakeDirections: MakeDirectionsInterface {
    func directions(from: WayEndDomainModel, to: WayEndDomainModel) -> DirectionsDomainModel {
        DirectionsDomainModel(
            from: from.coordinate, to: to.coordinate, distance: 1, initialBearing: nil, steps: [to.place?.name ?? "a point"])
    }
}

extension PlaceDomainModel {
    static func fake(_ id: String, latitude: Double = 0, longitude: Double = 0) -> PlaceDomainModel {
        PlaceDomainModel(
            id: id, name: "Place \(id)", kind: .clinic,
            coordinate: CoordinateDomainModel(latitude: latitude, longitude: longitude))
    }
}
