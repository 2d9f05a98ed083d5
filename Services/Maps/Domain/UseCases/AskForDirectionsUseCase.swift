/// Someone asks for the way.
public struct AskForDirectionsUseCase: Sendable {
    private let finder: any FindPlaceInterface
    private let maker: any MakeDirectionsInterface

    public init(finder: any FindPlaceInterface, maker: any MakeDirectionsInterface) {
        self.finder = finder
        self.maker = maker
    }

    /// - Throws: ``MapsError/unknownPlace(id:)`` and ``MapsError/invalidCoordinate(_:)``.
    public func execute(from: WaypointDomainModel, to: WaypointDomainModel) async throws -> DirectionsDomainModel {
        maker.directions(from: try await end(from), to: try await end(to))
    }

    private func end(_ waypoint: WaypointDomainModel) async throws -> WayEndDomainModel {
        switch waypoint {
        case .coordinate(let coordinate):
            guard coordinate.isOnEarth else { throw MapsError.invalidCoordinate(coordinate) }
            return WayEndDomainModel(coordinate: coordinate)
        case .place(let id):
            guard let place: PlaceDomainModel = try await finder.place(id: id) else { throw MapsError.unknownPlace(id: id) }
            return WayEndDomainModel(coordinate: place.coordinate, place: place)
        }
    }
}
