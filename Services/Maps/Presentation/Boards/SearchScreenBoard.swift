import Colonnade
import ColonnadePresentation
public import MapsDomain
import MapsIO

/// `searchScreen`: someone looks for places.
public struct SearchScreenBoard: Sendable {
    private let useCase: SearchPlacesUseCase
    private let screens: OpenScreens

    /// - Parameter screens: what the screens of maps are counted by, all together.
    public init(useCase: SearchPlacesUseCase, screens: OpenScreens) {
        self.useCase = useCase
        self.screens = screens
    }

    func activate(with input: SearchScreenInput, _ actions: Commands<ScreenAction>) -> OutputSequence<ScreenOutput, MapsRefusal> {
        screens.show(searchView, actions) { [useCase] in SearchViewModel(useCase: useCase, text: input.text) }
    }
}
