import Colonnade
import MapsData
import MapsDomain
import MapsPresentation

/// The module: its boards over the use cases, and what has to be done when it starts and ends.
struct MapsContainer: Sendable {
    private let maps: World.Maps
    private let data: MapsDataLayerContainer
    private let domain: MapsDomainLayerContainer
    private let clock: WorldClock

    init(places: any PlacesRepository, maps: World.Maps, clock: WorldClock) {
        self.clock = clock
        self.maps = maps
        data = MapsDataLayerContainer(places: places, configuration: maps.configuration)
        domain = MapsDomainLayerContainer(data: data)
    }

    /// The module's boards, as one interface.
    func makeVertical() -> MapsVertical {
        MapsVertical(
            searchPlaces: SearchPlacesBoard(useCase: domain.searchPlaces),
            place: PlaceBoard(useCase: domain.viewPlace),
            directions: DirectionsBoard(useCase: domain.askForDirections),
            pickPlace: PickPlaceBoard(useCase: domain.pickPlace, clock: clock),
            loadPlaces: LoadPlacesBoard(useCase: domain.loadPlaces, clock: clock), screens: makeScreens())
    }

    private func makeScreens() -> MapsScreens {
        let screens: OpenScreens = OpenScreens(clock: clock)
        return MapsScreens(
            search: SearchScreenBoard(useCase: domain.searchPlaces, screens: screens),
            pickPlace: PickPlaceScreenBoard(useCase: domain.pickPlace, screens: screens),
            place: PlaceScreenBoard(useCase: domain.viewPlace, screens: screens),
            directions: DirectionsScreenBoard(
                asking: domain.askForDirections, searching: domain.searchPlaces, viewing: domain.viewPlace, screens: screens))
    }

    /// Opens the places, and loads the configured places where they have changed.
    func start() async throws {
        try await data.places.open()
        guard let path: String = maps.configuration.places else { return }
        do {
            _ = try await domain.loadConfiguredPlaces.execute()
        } catch let error as MapsError {
            throw LaunchError.configuration(vertical: "maps", "places \(path): \(error)")
        }
    }

    /// Closes the places.
    func close() async {
        do {
            try await data.places.close()
        } catch {
            // The process ends anyhow, and what was confirmed is on the disk.
            Logger(label: "maps").warning("the places could not be closed", metadata: ["error": "\(error)"])
        }
    }
}
