import Colonnade
import ColonnadePresentation
import MapsDomain

/// What the screen of a way shows.
struct DirectionsState: Hashable, Sendable {
    /// The ids of the ends on the map.
    static let ends: (from: String, to: String) = ("from", "to")

    /// Where the way ends.
    var to: WaypointDomainModel
    /// What is there; nil for a bare coordinate.
    var destination: PlaceDomainModel?
    /// Where the way begins; nil while that is looked for.
    var from: WaypointDomainModel?
    /// Nil before it is known.
    var way: DirectionsDomainModel?
    /// The search for where the way begins.
    var search: SearchState = SearchState()
}

/// The screen of a way: a pure function.
func directionsView(_ state: DirectionsState) -> Screen {
    let title: ScreenText = state.destination.map { "Directions to \($0.name)" } ?? "Directions"
    guard let way: DirectionsDomainModel = state.way else {
        let search: SearchState = state.search
        return Screen(
            title: title,
            elements: [
                .text("start", "Where do you start? Search for a place, or point at the map."),
                searchForm(search.field, error: search.error),
                placesMap(search.places), placesList(search.places),
            ])
    }
    let points: [ScreenPoint] = [
        ScreenPoint(id: DirectionsState.ends.from, title: "Start", latitude: way.from.latitude, longitude: way.from.longitude),
        ScreenPoint(id: DirectionsState.ends.to, title: "End", latitude: way.to.latitude, longitude: way.to.longitude),
    ]
    return Screen(
        title: title,
        elements: [
            .keyValues("length", name: "Length", [ScreenKeyValue("Distance", "\(ScreenArgument.metres(way.distance))")]),
            ScreenElement(
                id: "map", name: "Map of the way",
                content: .map(
                    ScreenMap(points: points, selected: DirectionsState.ends.to, drawing: .svg(WayDrawing(path: way.path).svg)))),
            .list("steps", name: "The way", way.steps.enumerated().map { wayStep($0, $1) }),
            .button("otherStart", "Start somewhere else"),
        ])
}
