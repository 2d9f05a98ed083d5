public import AuthenticationDomain
import AuthenticationIO
import Colonnade
import ColonnadePresentation

/// `wardScreen`: a guardian chooses for whom they act.
public struct WardScreenBoard: Sendable {
    private let viewing: ViewWardsUseCase
    private let acting: ActForMinorUseCase
    private let session: CallersSession
    private let screens: OpenScreens

    /// - Parameter screens: what the screens of authentication are counted by, all together.
    public init(viewing: ViewWardsUseCase, acting: ActForMinorUseCase, session: @escaping CallersSession, screens: OpenScreens) {
        self.viewing = viewing
        self.acting = acting
        self.session = session
        self.screens = screens
    }

    func activate(_ actions: Commands<ScreenAction>) -> OutputSequence<ScreenOutput, AuthenticationRefusal> {
        let consumer: String? = CallingConsumer.current
        return OutputSequence { [viewing, acting, session, screens] emit in
            try await refusing {
                try await screens.run(for: try session().user, of: consumer) {
                    try await OutputSequence<ScreenOutput, AuthenticationRefusal>.show(wardView, actions, to: emit) {
                        try WardViewModel(viewing: viewing, acting: acting, session: session)
                    }
                }
            }
        }
    }
}
