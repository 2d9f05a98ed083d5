public import AuthenticationIO
public import Colonnade

/// What authentication offers: each requirement is handed to its board.
public struct AuthenticationVertical: AuthenticationInterface {
    private let inviteBoard: InviteBoard
    private let signUpBoard: SignUpBoard
    private let signInBoard: SignInBoard
    private let signOutBoard: SignOutBoard
    private let sessionBoard: SessionBoard
    private let minorSessionBoard: MinorSessionBoard
    private let firstInvitationBoard: FirstInvitationBoard
    private let watchSessionsBoard: WatchSessionsBoard
    private let screens: AuthenticationScreens

    public init(
        invite: InviteBoard, signUp: SignUpBoard, signIn: SignInBoard, signOut: SignOutBoard, session: SessionBoard,
        minorSession: MinorSessionBoard, firstInvitation: FirstInvitationBoard, watchSessions: WatchSessionsBoard,
        screens: AuthenticationScreens
    ) {
        inviteBoard = invite
        signUpBoard = signUp
        signInBoard = signIn
        signOutBoard = signOut
        sessionBoard = session
        minorSessionBoard = minorSession
        firstInvitationBoard = firstInvitation
        watchSessionsBoard = watchSessions
        self.screens = screens
    }

    public func invite(_ input: Invitation) async throws(Failure) -> InvitationCode {
        try await attempt { try await inviteBoard.activate(with: input) }
    }

    public func signUp(_ input: SignUp) async throws(Failure) -> SignedIn {
        try await attempt { try await signUpBoard.activate(with: input) }
    }

    public func signIn(_ input: SignIn) async throws(Failure) -> SignedIn {
        try await attempt { try await signInBoard.activate(with: input) }
    }

    public func signOut() async throws(Failure) -> SignedOut {
        try await attempt { try await signOutBoard.activate() }
    }

    public func session() async throws(Failure) -> SessionDescription {
        try await attempt { try await sessionBoard.activate() }
    }

    public func minorSession(_ input: MinorSessionRequest) async throws(Failure) -> SignedIn {
        try await attempt { try await minorSessionBoard.activate(with: input) }
    }

    public func firstInvitation(_ input: FirstInvitationRequest) async throws(Failure) -> String {
        try await attempt { try await firstInvitationBoard.activate(with: input) }
    }

    public func watchSessions() -> Outputs<SessionNews> {
        watchSessionsBoard.activate()
    }

    public func signInScreen(_ input: SignInScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.signIn.activate(with: input, actions)
    }

    public func signUpScreen(_ input: SignUpScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.signUp.activate(with: input, actions)
    }

    public func inviteScreen(_ input: InviteScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.invite.activate(with: input, actions)
    }

    public func sessionsScreen(_ input: Void, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.sessions.activate(actions)
    }

    public func wardScreen(_ input: Void, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        screens.wards.activate(actions)
    }
}
