import Colonnade
import MapsIO
import Synchronization

/// Maps with the places that a test gives it, or maps that is down.
final class FakeMaps: MapsInterface {
    private struct State {
        var places: [Place]
        var isDown: Bool
        var isSilent: Bool = false
        var searches: [String] = []
    }

    static let hospital: Place = Place(
        id: "hospital", name: "General Hospital", kind: .hospital, coordinate: Coordinate(latitude: 42.3632, longitude: -71.0686),
        address: PlaceAddress(street: "55 Fruit Street", city: "Boston", region: "MA", postalCode: "02114"))

    private let state: Mutex<State>

    init(places: [Place] = [FakeMaps.hospital], isDown: Bool = false) {
        state = Mutex(State(places: places, isDown: isDown))
    }

    /// The texts that were looked for.
    var searches: [String] { state.withLock { $0.searches } }

    /// - Parameter isSilent: whether it never answers.
    func change(isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }

    func change(places: [Place]? = nil, isDown: Bool) {
        state.withLock { state in
            state.isDown = isDown
            if let places { state.places = places }
        }
    }

    func searchPlaces(_ input: PlaceSearch) async throws(Failure) -> [Place] {
        let now: State = state.withLock { state in
            state.searches.append(input.text ?? "")
            return state
        }
        if now.isSilent {
            let (silence, _): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
            for await _: Void in silence {}
        }
        if now.isDown { throw .unavailable(Fault(.unavailable, "maps is down", outcome: .notDispatched)) }
        return now.places
    }

    func place(_ input: PlaceID) async throws(Failure) -> Place { throw .refused(.unknownPlace(input.id)) }

    func directions(_ input: DirectionsRequest) async throws(Failure) -> Directions {
        throw .refused(.invalidSearch(reason: "not in this test"))
    }

    func pickPlace(_ input: MapConfiguration, _ commands: Commands<MapCommand>) -> Outputs<MapOutput> { Outputs { _ in .notDone } }

    func loadPlaces(_ input: PlacesLoad, _ commands: Commands<[UInt8]>) -> Outputs<PlacesLoadOutput> { Outputs { _ in .notDone } }

    func searchScreen(_ input: SearchScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> { Outputs { _ in .notDone } }

    func pickPlaceScreen(_ input: MapConfiguration, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        Outputs { _ in .notDone }
    }

    func placeScreen(_ input: PlaceScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> { Outputs { _ in .notDone } }

    func directionsScreen(_ input: DirectionsScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        Outputs { _ in .notDone }
    }
}
