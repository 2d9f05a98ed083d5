import ColonnadePrelude
import ColonnadePresentation
import MapsIO

/// Shows places, and the way to them.
final class PlacesFlow: FlowController {
    let stage: Stage

    init(on stage: Stage) {
        self.stage = stage
    }

    var primary: Flow { stage.primary }
    var secondary: Flow { stage.secondary }
    var modal: Flow { stage.modal }

    func go(to step: PlacesStep) {
        Presented.screen(make(step)) |> primary.push
    }

    /// Lets the person pick a place on a map over the page.
    /// - Parameter then: goes on with the place; nothing is called where none is picked.
    func pick(_ configuration: MapConfiguration, then: @escaping @Sendable (Place) -> Void) {
        let screen: PresentedScreen = stage.build {
            Builder.Maps.makePickPlace(configuration) { [weak self] in self?.handle(.pick($0, then: then)) }
        }
        stage.cover { modal in
            if modal.shows([Builder.Maps.pickPlaceScreen]) {
                Presented.screen(screen) |> modal.replace
            } else {
                Presented.screen(screen) |> modal.present
            }
        }
    }

    /// The screen of a step, for where it stands beside others.
    func make(_ step: PlacesStep) -> PresentedScreen {
        stage.build {
            switch step {
            case .search(let text): Builder.Maps.makeSearch(text: text) { [weak self] in self?.handle(.search($0)) }
            case .place(let id): Builder.Maps.makePlace(id) { [weak self] in self?.handle(.place($0)) }
            case .directions(let from, let to):
                Builder.Maps.makeDirections(from: from, to: to) { [weak self] in self?.handle(.directions($0)) }
            }
        }
    }

    func handle(_ route: PlacesFlowRoute) {
        if case .pick(let picked, let then) = route {
            finish(picked, then: then)
            return
        }
        guard let step: PlacesStep = PlacesStep(after: route) else {
            stage.tellUnknown()
            return
        }
        go(to: step)
    }

    private func finish(_ picked: PickPlaceRoute, then: @Sendable (Place) -> Void) {
        if case .unknown = picked {
            stage.tellUnknown()
            return
        }
        stage.cover { modal in
            if modal.shows([Builder.Maps.pickPlaceScreen]) { modal.dismiss() }
        }
        if case .placePicked(let place) = picked { then(place) }
    }
}
