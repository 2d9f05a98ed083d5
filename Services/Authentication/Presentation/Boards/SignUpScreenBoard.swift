public import AuthenticationDomain
import AuthenticationIO
import Colonnade
import ColonnadePresentation

/// `signUpScreen`: somebody who was invited makes their account.
public struct SignUpScreenBoard: Sendable {
    private let useCase: SignUpUseCase
    private let screens: OpenScreens

    /// - Parameter screens: what the screens of authentication are counted by, all together.
    public init(useCase: SignUpUseCase, screens: OpenScreens) {
        self.useCase = useCase
        self.screens = screens
    }

    func activate(
        with input: SignUpScreenInput, _ actions: Commands<ScreenAction>
    ) -> OutputSequence<ScreenOutput, AuthenticationRefusal> {
        let origin: SignInOrigin = SignInOrigin(edge: CallingConsumer.current, place: input.place)
        return OutputSequence { [useCase, screens] emit in
            try await screens.run(from: origin) { acted in
                try await OutputSequence<ScreenOutput, AuthenticationRefusal>.show(signUpView, actions, to: emit, acted: acted) {
                    SignUpViewModel(useCase: useCase, code: input.code, origin: origin)
                }
            }
        }
    }
}
