import Colonnade
import MapsDomain
import MapsPresentation

/// The module: its boards over the use cases, and what has to be done when it starts and ends.
struct MapsContainer: Sendable {
    private let maps: World.Maps
    private let data: MapsDataLayerContainer
    private let domain: MapsDomainLayerContainer

    /// - Parameter stateDirectory: exists, and belongs to maps alone.
    init(stateDirectory: String, maps: World.Maps) {
        self.maps = maps
        data = MapsDataLayerContainer(stateDirectory: stateDirectory, configuration: maps.configuration)
        domain = MapsDomainLayerContainer(data: data)
    }

    /// The module's boards, as one interface.
    func makeVertical() -> MapsVertical {
        MapsVertical(
            searchPlaces: SearchPlacesBoard(useCase: domain.searchPlaces),
            place: PlaceBoard(useCase: domain.viewPlace),
            directions: DirectionsBoard(useCase: domain.askForDirections),
            pickPlace: PickPlaceBoard(useCase: domain.pickPlace),
            loadPlaces: LoadPlacesBoard(useCase: domain.loadPlaces))
    }

    /// Opens the database, and loads the configured places where they have changed.
    func start() async throws {
        try await data.database.open()
        guard let path: String = maps.configuration.places else { return }
        do {
            _ = try await domain.loadConfiguredPlaces.execute()
        } catch let error as MapsError {
            throw LaunchError.configuration(vertical: "maps", "places \(path): \(error)")
        }
    }

    /// Closes the database.
    func close() async {
        do {
            try await data.database.close()
        } catch {
            // The process ends anyhow, and what was confirmed is on the disk.
            Logger(label: "maps").warning("the database could not be closed", metadata: ["error": "\(error)"])
        }
    }
}
