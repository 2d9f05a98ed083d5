import Colonnade
import ColonnadePresentation
public import MapsDomain
import MapsIO

/// `directionsScreen`: someone looks at the way to a place.
public struct DirectionsScreenBoard: Sendable {
    private let asking: AskForDirectionsUseCase
    private let searching: SearchPlacesUseCase
    private let viewing: ViewPlaceUseCase
    private let screens: OpenScreens

    /// - Parameter screens: what the screens of maps are counted by, all together.
    public init(asking: AskForDirectionsUseCase, searching: SearchPlacesUseCase, viewing: ViewPlaceUseCase, screens: OpenScreens) {
        self.asking = asking
        self.searching = searching
        self.viewing = viewing
        self.screens = screens
    }

    func activate(with input: DirectionsScreenInput, _ actions: Commands<ScreenAction>) -> OutputSequence<ScreenOutput, MapsRefusal> {
        screens.show(directionsView, actions) { [asking, searching, viewing] in
            try await DirectionsViewModel(
                asking: asking, searching: searching, viewing: viewing, from: input.from.map(WaypointDomainModel.init),
                to: WaypointDomainModel(input.to))
        }
    }
}
