import Colonnade
import ColonnadePresentation
public import MapsDomain
import MapsIO

/// `placeScreen`: someone looks at one place.
public struct PlaceScreenBoard: Sendable {
    private let useCase: ViewPlaceUseCase
    private let screens: OpenScreens

    /// - Parameter screens: what the screens of maps are counted by, all together.
    public init(useCase: ViewPlaceUseCase, screens: OpenScreens) {
        self.useCase = useCase
        self.screens = screens
    }

    func activate(with input: PlaceScreenInput, _ actions: Commands<ScreenAction>) -> OutputSequence<ScreenOutput, MapsRefusal> {
        screens.show(placeView, actions) { [useCase] in PlaceViewModel(place: try await useCase.execute(id: input.id)) }
    }
}
