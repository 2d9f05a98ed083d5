public import ColonnadePresentation
public import MapsIO

/// Where somebody can be among the places.
public enum PlacesStep: FlowStep {
    /// Looks for places; with words that are filled in already, or nil.
    case search(text: String?)
    /// All that is known of a place.
    case place(id: String)
    /// The way to somewhere; from where the person says it, or from here.
    case directions(from: Waypoint?, to: Waypoint)

    /// What comes after a route; nil where a newer maps means more than is known here.
    init?(after route: PlacesFlowRoute) {
        switch route {
        case .search(.placeChosen(let id)), .directions(.placeChosen(let id)): self = .place(id: id)
        case .place(.directionsWanted(let id)): self = .directions(from: nil, to: .place(id))
        case .search(.unknown), .place(.unknown), .directions(.unknown), .pick: return nil
        }
    }
}

/// What screens of places say that has happened.
enum PlacesFlowRoute: Sendable {
    case search(SearchRoute)
    case place(PlaceRoute)
    case directions(DirectionsRoute)
    case pick(PickPlaceRoute, then: @Sendable (Place) -> Void)
}
