public import Colonnade
import MapsDomain
public import MapsIO

/// What maps offers: each requirement is handed to its board.
public struct MapsVertical: MapsInterface {
    private let searchPlacesBoard: SearchPlacesBoard
    private let placeBoard: PlaceBoard
    private let directionsBoard: DirectionsBoard
    private let pickPlaceBoard: PickPlaceBoard
    private let loadPlacesBoard: LoadPlacesBoard
    private let screens: MapsScreens

    public init(
        searchPlaces: SearchPlacesBoard, place: PlaceBoard, directions: DirectionsBoard, pickPlace: PickPlaceBoard,
        loadPlaces: LoadPlacesBoard, screens: MapsScreens
    ) {
        searchPlacesBoard = searchPlaces
        placeBoard = place
        directionsBoard = directions
        pickPlaceBoard = pickPlace
        loadPlacesBoard = loadPlaces
        self.screens = screens
    }

    public func searchPlaces(_ input: PlaceSearch) async throws(Failure) -> [Place] {
        try await attempt { try await searchPlacesBoard.activate(with: input) }
    }

    public func place(_ input: PlaceID) async throws(Failure) -> Place {
        try await attempt { try await placeBoard.activate(with: input) }
    }

    public func directions(_ input: DirectionsRequest) async throws(Failure) -> Directions {
        try await attempt { try await directionsBoard.activate(with: input) }
    }

    public func pickPlace(_ input: MapConfiguration, _ commands: Commands<MapCommand>) -> Outputs<MapOutput> {
        pickPlaceBoard.activate(with: input, commands)
    }

    public func loadPlaces(_ input: PlacesLoad, _ commands: Commands<[UInt8]>) -> Outputs<PlacesLoadOutput> {
        loadPlacesBoard.activate(with: input, commands)
    }

    public func searchScreen(_ input: SearchScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.search.activate(with: input, actions)
    }

    public func pickPlaceScreen(_ input: MapConfiguration, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.pickPlace.activate(with: input, actions)
    }

    public func placeScreen(_ input: PlaceScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.place.activate(with: input, actions)
    }

    public func directionsScreen(_ input: DirectionsScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.directions.activate(with: input, actions)
    }
}
