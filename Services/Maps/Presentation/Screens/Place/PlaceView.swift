import Colonnade
import ColonnadePresentation
import MapsDomain

/// The screen of a place: a pure function.
func placeView(_ place: PlaceDomainModel) -> Screen {
    Screen(
        title: ScreenText("\(place.name)"),
        elements: [
            .keyValues("facts", name: "About this place", place.keyValues),
            ScreenElement(
                id: "map", name: "Map of the place", content: .map(ScreenMap(points: [place.point], selected: place.id))),
            .button("directions", "Directions", style: .primary),
        ])
}
