import Colonnade
import ColonnadeTesting
import MapsIO

/// Maps whose screens note that they were opened, and are over at once.
final class MapsStandIn: MapsInterface {
    private let opened: Mailbox<Opened>

    init(_ opened: Mailbox<Opened>) {
        self.opened = opened
    }

    private func note(_ screen: Opened) -> Outputs<ScreenOutput> {
        opened.put(screen)
        return Outputs { _ in .done }
    }

    func searchScreen(_ input: SearchScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> { note(.search(input)) }

    func pickPlaceScreen(_ input: MapConfiguration, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        note(.pickPlace(input))
    }

    func placeScreen(_ input: PlaceScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> { note(.place(input)) }

    func directionsScreen(_ input: DirectionsScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        note(.directions(input))
    }

    func searchPlaces(_ input: PlaceSearch) async throws(Failure) -> [Place] { [] }
    func place(_ input: PlaceID) async throws(Failure) -> Place { throw .refused(.unknownPlace(input.id)) }
    func directions(_ input: DirectionsRequest) async throws(Failure) -> Directions { throw .refused(.unknownPlace("")) }
    func pickPlace(_ input: MapConfiguration, _ commands: Commands<MapCommand>) -> Outputs<MapOutput> { Outputs { _ in .notDone } }
    func loadPlaces(_ input: PlacesLoad, _ commands: Commands<[UInt8]>) -> Outputs<PlacesLoadOutput> { Outputs { _ in .notDone } }
}
