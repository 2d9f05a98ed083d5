import Colonnade
import ColonnadePresentation
import MapsDomain

/// What the map shows on which a place is picked.
struct PickPlaceState: Hashable, Sendable {
    /// The map as the use case has it.
    var picking: PickingDomainModel
    /// What stands in the search field.
    var field: String = ""
    /// What was found; nil before the first answer.
    var places: [PlaceDomainModel]?
    /// The place that is looked at.
    var details: PlaceDomainModel?
    /// The way to it, where it was asked for.
    var directions: DirectionsDomainModel?
    var problem: PickProblemDomainModel?
}

/// The map on which a place is picked: a pure function.
func pickPlaceView(_ state: PickPlaceState) -> Screen {
    let isInSearch: Bool = if case .invalidSearch = state.problem { true } else { false }
    let search: [ScreenElement] =
        state.picking.isSearchEnabled ? [searchForm(state.field, error: isInSearch ? state.problem?.text : nil)] : []
    let problem: [ScreenElement] = state.problem.map { isInSearch ? [] : [.notice("problem", $0.text, kind: .warning)] } ?? []
    let region: [ScreenElement] =
        state.picking.region.map {
            [
                .text("region", "Places up to \(ScreenArgument.metres($0.radius)) from where you have pointed"),
                .button("wider", "Look farther"),
            ]
        } ?? []
    let places: [ScreenElement] = [placesMap(state.places, selected: state.details?.id)] + region
    let details: [ScreenElement] = state.details.map { [pickedPlace($0, state)] } ?? []
    return Screen(
        title: "Choose a place",
        elements: search + problem + places + details + [placesList(state.places), .button("dismiss", "Close without choosing")])
}

/// The place that is looked at, and what may be done with it.
private func pickedPlace(_ place: PlaceDomainModel, _ state: PickPlaceState) -> ScreenElement {
    let isPickedByDirections: Bool = state.picking.policy == .userAsksForDirections
    let select: [ScreenElement] =
        state.picking.policy == .showDetails(selectable: true) ? [.button("select", "Choose this place", style: .primary)] : []
    let steps: [ScreenElement] =
        state.directions.map { way in
            [.list("steps", name: "The way", way.steps.enumerated().map { wayStep($0, $1) })]
        } ?? []
    return .section(
        "details", ScreenText("\(place.name)"),
        [.keyValues("facts", name: "About this place", place.keyValues)] + select + [
            .button("directions", "Directions", style: isPickedByDirections ? .primary : .plain)
        ] + steps)
}

/// One step of a way, which nobody chooses.
func wayStep(_ index: Int, _ text: String) -> ScreenRow {
    ScreenRow(id: "\(index)", title: ScreenText("\(text)"), isChoosable: false)
}

extension PickProblemDomainModel {
    /// What a person reads, with what to do.
    fileprivate var text: ScreenText {
        switch self {
        case .unknownPlace: "This place is not there any more. Choose another."
        case .searchIsOff: "Places can not be searched for here. Choose one on the map."
        case .notSelectable: "A place can not be chosen here, only looked at."
        case .noStart: "Point at the map to say where you start, and ask for directions again."
        case .invalidSearch(let reason): "This can not be searched for: \(reason)."
        case .invalidRegion: "There is no such part of the earth. Point at another."
        }
    }
}
