import Colonnade
import ColonnadePresentation
import MapsDomain
import MapsIO

/// Looks for places.
final class SearchViewModel: ViewModel {
    let output: ViewOutput<SearchState>
    private let useCase: SearchPlacesUseCase

    /// - Parameter text: what is searched for at first.
    init(useCase: SearchPlacesUseCase, text: String?) {
        self.useCase = useCase
        output = ViewOutput(SearchState(field: SearchState.shown(text ?? ""), text: text ?? ""))
    }

    var inputs: [ViewInput] {
        [
            .entered("text") { [self] value in try await search { $0.text = value.text ?? "" } },
            .submitted("search") { [self] values in
                try await search { state in
                    state.text = values["text"]?.text ?? ""
                    state.field = SearchState.shown(state.text)
                }
            },
            .located("map") { [self] latitude, longitude in
                try await search { $0.near = CoordinateDomainModel(latitude: latitude, longitude: longitude) }
            },
            .pressed("anywhere") { [self] in try await search { $0.near = nil } },
            .chosen("results", choose), .chosen("map", choose),
        ]
    }

    func run() async throws {
        try await search { _ in }
    }

    func choose(_ id: String) {
        output.go(SearchRoute.placeChosen(id: id))
    }

    /// What is found stays as it is where the search can not be done.
    private func search(_ change: (inout SearchState) -> Void) async throws {
        output.update(change)
        do {
            let places: [PlaceDomainModel] = try await useCase.execute(output.state.query)
            output.update { state in
                state.places = places
                state.error = nil
            }
        } catch let error as MapsError {
            output.update { state in
                state.error = ScreenText(error)
                state.places = state.places ?? []
            }
        }
    }
}
