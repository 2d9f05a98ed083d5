public import AuthenticationDomain
import AuthenticationIO
import Colonnade
import ColonnadePresentation

/// `signInScreen`: somebody signs in.
public struct SignInScreenBoard: Sendable {
    private let useCase: SignInUseCase
    private let screens: OpenScreens

    /// - Parameter screens: what the screens of authentication are counted by, all together.
    public init(useCase: SignInUseCase, screens: OpenScreens) {
        self.useCase = useCase
        self.screens = screens
    }

    func activate(
        with input: SignInScreenInput, _ actions: Commands<ScreenAction>
    ) -> OutputSequence<ScreenOutput, AuthenticationRefusal> {
        let origin: SignInOrigin = SignInOrigin(edge: CallingConsumer.current, place: input.place)
        return OutputSequence { [useCase, screens] emit in
            try await screens.run(from: origin) { acted in
                try await OutputSequence<ScreenOutput, AuthenticationRefusal>.show(signInView, actions, to: emit, acted: acted) {
                    SignInViewModel(useCase: useCase, name: input.name, origin: origin)
                }
            }
        }
    }
}
