import Colonnade
import ColonnadePresentation
import MapsDomain
import MapsIO

/// Finds the way to a place, from where somebody says.
final class DirectionsViewModel: ViewModel {
    let output: ViewOutput<DirectionsState>
    private let asking: AskForDirectionsUseCase
    private let searching: SearchPlacesUseCase

    /// - Parameters:
    ///   - viewing: finds the place where the way ends.
    ///   - from: where the way begins; nil where that is asked for.
    /// - Throws: MapsError where there is no such way.
    init(
        asking: AskForDirectionsUseCase, searching: SearchPlacesUseCase, viewing: ViewPlaceUseCase, from: WaypointDomainModel?,
        to: WaypointDomainModel
    ) async throws {
        self.asking = asking
        self.searching = searching
        var state: DirectionsState = DirectionsState(to: to, from: from)
        switch to {
        case .place(let id): state.destination = try await viewing.execute(id: id)
        case .coordinate(let coordinate):
            guard coordinate.isOnEarth else { throw MapsError.invalidCoordinate(coordinate) }
        }
        if let from { state.way = try await asking.execute(from: from, to: to) }
        output = ViewOutput(state)
    }

    var inputs: [ViewInput] {
        [
            .entered("text") { [self] value in try await search { $0.text = value.text ?? "" } },
            .submitted("search") { [self] values in
                try await search { search in
                    search.text = values["text"]?.text ?? ""
                    search.field = SearchState.shown(search.text)
                }
            },
            .located("map") { [self] latitude, longitude in
                try await start(at: .coordinate(CoordinateDomainModel(latitude: latitude, longitude: longitude)))
            },
            .chosen("results") { [self] id in try await start(at: .place(id: id)) },
            .chosen("map", choosePoint), .pressed("otherStart", startElsewhere),
        ]
    }

    func run() async throws {
        if output.state.way == nil { try await search { _ in } }
    }

    func startElsewhere() async throws {
        output.update { state in
            state.from = nil
            state.way = nil
        }
        try await search { _ in }
    }

    /// On the map of a way its ends can be chosen, and on that of the search where it begins.
    func choosePoint(_ id: String) async throws {
        let state: DirectionsState = output.state
        guard state.way != nil else { return try await start(at: .place(id: id)) }
        let end: WaypointDomainModel? = id == DirectionsState.ends.from ? state.from : state.to
        if case .place(let id)? = end { output.go(DirectionsRoute.placeChosen(id: id)) }
    }

    private func start(at from: WaypointDomainModel) async throws {
        do {
            let way: DirectionsDomainModel = try await asking.execute(from: from, to: output.state.to)
            output.update { state in
                state.from = from
                state.way = way
                state.search.error = nil
            }
        } catch let error as MapsError {
            output.update { $0.search.error = ScreenText(error) }
        }
    }

    private func search(_ change: (inout SearchState) -> Void) async throws {
        output.update { change(&$0.search) }
        do {
            let places: [PlaceDomainModel] = try await searching.execute(output.state.search.query)
            output.update { state in
                state.search.places = places
                state.search.error = nil
            }
        } catch let error as MapsError {
            output.update { state in
                state.search.error = ScreenText(error)
                state.search.places = state.search.places ?? []
            }
        }
    }
}
