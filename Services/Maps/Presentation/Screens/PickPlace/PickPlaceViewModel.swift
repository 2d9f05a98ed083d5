import Colonnade
import ColonnadePresentation
import MapsDomain
import MapsIO

/// Moves about on a map until a place is picked, or the map is closed.
final class PickPlaceViewModel: ViewModel {
    /// What is looked through where a person points, in metres: a city; and the widest that makes sense, half the way round the earth.
    private static let radius: (first: Double, widest: Double) = (10_000, 20_000_000)

    let output: ViewOutput<PickPlaceState>
    private let useCase: PickPlaceUseCase

    init(useCase: PickPlaceUseCase, picking: PickingDomainModel) {
        self.useCase = useCase
        output = ViewOutput(PickPlaceState(picking: picking))
    }

    var inputs: [ViewInput] {
        [
            .entered("text") { [self] value in try await act(.search(value.text ?? "")) },
            .submitted("search", search), .located("map", move), .pressed("wider", lookFarther),
            .chosen("map") { [self] id in try await act(.showDetails(id: id)) },
            .chosen("results") { [self] id in try await act(.showDetails(id: id)) },
            .pressed("select") { [self] in try await actOnDetails { .select(id: $0) } },
            .pressed("directions") { [self] in try await actOnDetails { .askForDirections(id: $0, from: nil) } },
            .pressed("dismiss") { [self] in try await act(.dismiss) },
        ]
    }

    func run() async throws {
        try await act(.open)
    }

    func search(_ values: [String: ScreenValue]) async throws {
        let text: String = values["text"]?.text ?? ""
        output.update { $0.field = SearchState.shown(text) }
        try await act(.search(text))
    }

    func move(latitude: Double, longitude: Double) async throws {
        let center: CoordinateDomainModel = CoordinateDomainModel(latitude: latitude, longitude: longitude)
        output.update { $0.field = "" }
        try await act(.move(RegionDomainModel(center: center, radius: Self.radius.first)))
    }

    func lookFarther() async throws {
        guard let region: RegionDomainModel = output.state.picking.region else { return }
        try await act(.move(RegionDomainModel(center: region.center, radius: min(region.radius * 4, Self.radius.widest))))
    }

    private func actOnDetails(_ action: (_ id: String) -> PickActionDomainModel) async throws {
        guard let id: String = output.state.details?.id else { return }
        try await act(action(id))
    }

    private func act(_ action: PickActionDomainModel) async throws {
        let answer: PickAnswerDomainModel = try await useCase.execute(action, on: output.state.picking)
        output.update { state in
            state.picking = answer.picking
            state.problem = nil
            for shown: PickShowDomainModel in answer.shown { state.take(shown) }
        }
        switch answer.end {
        case .picked:
            guard case .selected(let place)? = answer.shown.last else { return }
            output.go(PickPlaceRoute.placePicked(Place(place)))
            output.finish()
        case .dismissed:
            output.go(PickPlaceRoute.dismissed)
            output.finish(.notDone)
        case nil: break
        }
    }
}

extension PickPlaceState {
    /// The map with something more to show.
    fileprivate mutating func take(_ shown: PickShowDomainModel) {
        switch shown {
        case .places(let places):
            self.places = places
            // What was looked at stays only where it is still on the map.
            if let id: String = details?.id, !places.contains(where: { $0.id == id }) { details = nil }
            directions = nil
        case .details(let place):
            details = place
            directions = nil
        case .directions(let directions): self.directions = directions
        case .selected(let place): details = place
        case .problem(let problem):
            self.problem = problem
            places = places ?? []
        }
    }
}
