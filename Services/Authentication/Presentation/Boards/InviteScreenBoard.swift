public import AuthenticationDomain
import AuthenticationIO
import Colonnade
import ColonnadePresentation

/// `inviteScreen`: somebody who may invites somebody else.
public struct InviteScreenBoard: Sendable {
    private let useCase: InvitePersonUseCase
    private let session: CallersSession
    private let screens: OpenScreens

    /// - Parameter screens: what the screens of authentication are counted by, all together.
    public init(useCase: InvitePersonUseCase, session: @escaping CallersSession, screens: OpenScreens) {
        self.useCase = useCase
        self.session = session
        self.screens = screens
    }

    func activate(
        with input: InviteScreenInput, _ actions: Commands<ScreenAction>
    ) -> OutputSequence<ScreenOutput, AuthenticationRefusal> {
        let consumer: String? = CallingConsumer.current
        return OutputSequence { [useCase, session, screens] emit in
            try await refusing {
                try await screens.run(for: try session().user, of: consumer) {
                    try await OutputSequence<ScreenOutput, AuthenticationRefusal>.show(inviteView, actions, to: emit) {
                        try InviteViewModel(useCase: useCase, session: session, address: input.address)
                    }
                }
            }
        }
    }
}
