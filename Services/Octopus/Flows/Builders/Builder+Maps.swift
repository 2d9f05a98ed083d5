import ColonnadePresentation
import ColonnadeSystemIO
import ColonnadeWorld
import MapsIO

extension Builder {
    /// Makes the screens of maps. They need no session.
    enum Maps {
        static let pickPlaceScreen: String = "Maps.pickPlaceScreen"

        /// Looks for places.
        static func makeSearch(text words: String?, route: @escaping @Sendable (SearchRoute) -> Void) -> PresentedScreen {
            let client: any MapsInterface = Current.suite.maps
            return PresentedScreen(
                "Maps.searchScreen", board: { client.searchScreen(SearchScreenInput(text: words), $0) }, refusal: text, route: route)
        }

        /// A map on which a place is picked.
        static func makePickPlace(
            _ configuration: MapConfiguration, route: @escaping @Sendable (PickPlaceRoute) -> Void
        ) -> PresentedScreen {
            let client: any MapsInterface = Current.suite.maps
            return PresentedScreen(
                pickPlaceScreen, board: { client.pickPlaceScreen(configuration, $0) }, refusal: text, route: route)
        }

        /// All that is known of a place.
        static func makePlace(_ id: String, route: @escaping @Sendable (PlaceRoute) -> Void) -> PresentedScreen {
            let client: any MapsInterface = Current.suite.maps
            return PresentedScreen(
                "Maps.placeScreen", board: { client.placeScreen(PlaceScreenInput(id: id), $0) }, refusal: text, route: route)
        }

        /// The way to somewhere.
        static func makeDirections(
            from: Waypoint?, to: Waypoint, route: @escaping @Sendable (DirectionsRoute) -> Void
        ) -> PresentedScreen {
            let client: any MapsInterface = Current.suite.maps
            return PresentedScreen(
                "Maps.directionsScreen", board: { client.directionsScreen(DirectionsScreenInput(from: from, to: to), $0) },
                refusal: text, route: route)
        }

        private static func text(_ refusal: MapsRefusal) -> ScreenText {
            switch refusal {
            case .unknownPlace: "This place is not known, or not any more. Look for it again."
            case .invalidCoordinate: "This is no point of the earth. Go back, and choose another."
            default: "This can not be shown. Go back, and try again."
            }
        }
    }
}
