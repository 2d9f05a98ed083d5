import Colonnade
import ColonnadePresentation
public import MapsDomain
import MapsIO

/// `pickPlaceScreen`: someone picks a place on a map.
public struct PickPlaceScreenBoard: Sendable {
    private let useCase: PickPlaceUseCase
    private let screens: OpenScreens

    /// - Parameter screens: what the screens of maps are counted by, all together.
    public init(useCase: PickPlaceUseCase, screens: OpenScreens) {
        self.useCase = useCase
        self.screens = screens
    }

    func activate(with input: MapConfiguration, _ actions: Commands<ScreenAction>) -> OutputSequence<ScreenOutput, MapsRefusal> {
        screens.show(pickPlaceView, actions) { [useCase] in
            PickPlaceViewModel(useCase: useCase, picking: PickingDomainModel(input))
        }
    }
}
