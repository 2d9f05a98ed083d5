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
        /// Those that wait until so many have come.
        var together: Int = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - isSilent: whether it never answers.
    ///   - together: how many have to be looked for at the same time before there is an answer.
    init(places: [Place] = [], isDown: Bool = false, isSilent: Bool = false, together: Int = 0) {
        state = Mutex(State(places: places, isDown: isDown, isSilent: isSilent, together: together))
    }

    /// The texts that were looked for.
    var searches: [String] { state.withLock { $0.searches } }

    func searchPlaces(_ input: PlaceSearch) async throws(Failure) -> [Place] {
        let now: State = state.withLock { state in
            state.searches.append(input.text ?? "")
            return state
        }
        await meet()
        if now.isSilent { try await attempt { try await never() } }
        if now.isDown { throw .unavailable(Fault(.unavailable, "maps is down", outcome: .notDispatched)) }
        let words: [String] = (input.text ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return now.places.filter { place in
            let text: String = "\(place.name) \(place.address.city ?? "")".lowercased()
            return words.allSatisfy(text.contains)
        }
    }

    private func meet() async {
        await withCheckedContinuation { continuation in
            let met: [CheckedContinuation<Void, Never>] = state.withLock { state in
                state.waiting.append(continuation)
                guard state.waiting.count >= state.together else { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for one: CheckedContinuation<Void, Never> in met { one.resume() }
        }
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
