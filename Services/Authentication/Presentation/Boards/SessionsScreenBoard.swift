public import AuthenticationDomain
import AuthenticationIO
import Colonnade
import ColonnadePresentation

/// `sessionsScreen`: somebody looks where they are signed in.
public struct SessionsScreenBoard: Sendable {
    private let following: FollowSessionsUseCase
    private let ending: EndSessionUseCase
    private let endingAll: EndAllSessionsUseCase
    private let session: CallersSession
    private let screens: OpenScreens

    /// - Parameter screens: what the screens of authentication are counted by, all together.
    public init(
        following: FollowSessionsUseCase, ending: EndSessionUseCase, endingAll: EndAllSessionsUseCase,
        session: @escaping CallersSession, screens: OpenScreens
    ) {
        self.following = following
        self.ending = ending
        self.endingAll = endingAll
        self.session = session
        self.screens = screens
    }

    func activate(_ actions: Commands<ScreenAction>) -> OutputSequence<ScreenOutput, AuthenticationRefusal> {
        let consumer: String? = CallingConsumer.current
        return OutputSequence { [self] emit in
            try await refusing {
                try await screens.run(for: try session().user, of: consumer) {
                    try await OutputSequence<ScreenOutput, AuthenticationRefusal>.show(sessionsView, actions, to: emit) {
                        try SessionsViewModel(following: following, ending: ending, endingAll: endingAll, session: session)
                    }
                }
            }
        }
    }
}
