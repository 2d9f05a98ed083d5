/// The boards by which maps is seen.
public struct MapsScreens: Sendable {
    let search: SearchScreenBoard
    let pickPlace: PickPlaceScreenBoard
    let place: PlaceScreenBoard
    let directions: DirectionsScreenBoard

    public init(
        search: SearchScreenBoard, pickPlace: PickPlaceScreenBoard, place: PlaceScreenBoard, directions: DirectionsScreenBoard
    ) {
        self.search = search
        self.pickPlace = pickPlace
        self.place = place
        self.directions = directions
    }
}
