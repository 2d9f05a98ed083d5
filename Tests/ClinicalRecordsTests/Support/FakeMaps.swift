import Colonnade
import MapsIO
import Synchronization

/// Maps with the places that a test gives it, or maps that is down.
final class FakeMaps: MapsInterface {
    private struct State {
        var places: [Place]
        var isDown: Bool
        var isSilent: Bool
        var searches: [String] = []
    }

    private let state: Mutex<State>

    /// - Parameter isSilent: whether it never answers.
    init(places: [Place] = [], isDown: Bool = false, isSilent: Bool = false) {
        state = Mutex(State(places: places, isDown: isDown, isSilent: isSilent))
    }

    /// The texts that were looked for.
    var searches: [String] { state.withLock { $0.searches } }

    func searchPlaces(_ input: PlaceSearch) async throws(Failure) -> [Place] {
        let now: State = state.withLock { state in
            state.searches.append(input.text ?? "")
            return state
        }
        if now.isSilent { try await attempt { try await never() } }
        if now.isDown { throw .unavailable(Fault(.unavailable, "maps is down", outcome: .notDispatched)) }
        let words: [String] = (input.text ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return now.places.filter { place in
            let text: String = "\(place.name) \(place.address.city ?? "")".lowercased()
            return words.allSatisfy(text.contains)
        }
    }

    func place(_ input: PlaceID) async throws(Failure) -> Place { throw .refused(.unknownPlace(input.id)) }

    func directions(_ input: DirectionsRequest) async throws(Failure) -> Directions {
        throw .refused(.invalidSearch(reason: "not in this test"))
    }

    func pickPlace(_ input: MapConfiguration, _ commands: Commands<MapCommand>) -> Outputs<MapOutput> { Outputs { _ in .notDone } }

    func loadPlaces(_ input: PlacesLoad, _ commands: Commands<[UInt8]>) -> Outputs<PlacesLoadOutput> { Outputs { _ in .notDone } }
}
