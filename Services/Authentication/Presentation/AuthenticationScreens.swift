/// The boards by which authentication is seen.
public struct AuthenticationScreens: Sendable {
    let signIn: SignInScreenBoard
    let signUp: SignUpScreenBoard
    let invite: InviteScreenBoard
    let sessions: SessionsScreenBoard
    let wards: WardScreenBoard

    public init(
        signIn: SignInScreenBoard, signUp: SignUpScreenBoard, invite: InviteScreenBoard, sessions: SessionsScreenBoard,
        wards: WardScreenBoard
    ) {
        self.signIn = signIn
        self.signUp = signUp
        self.invite = invite
        self.sessions = sessions
        self.wards = wards
    }
}
