import AuthenticationIO
import Colonnade
import ColonnadeTesting

/// Authentication whose screens note that they were opened, and are over at once.
final class AuthenticationStandIn: AuthenticationInterface {
    private let opened: Mailbox<Opened>
    /// What the boards that need a session end with; nil for none.
    private let refusal: AuthenticationRefusal?

    init(_ opened: Mailbox<Opened>, refusal: AuthenticationRefusal? = nil) {
        self.opened = opened
        self.refusal = refusal
    }

    private func note(_ screen: Opened, needsSession: Bool = true) -> Outputs<ScreenOutput> {
        opened.put(screen)
        return Outputs { [refusal] _ in
            if needsSession, let refusal { throw refusal }
            return .done
        }
    }

    func signInScreen(_ input: SignInScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        note(.signIn(input), needsSession: false)
    }

    func signUpScreen(_ input: SignUpScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        note(.signUp(input), needsSession: false)
    }

    func inviteScreen(_ input: InviteScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> { note(.invite(input)) }
    func sessionsScreen(_ input: Void, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> { note(.sessions) }
    func wardScreen(_ input: Void, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> { note(.wards) }

    func invite(_ input: Invitation) async throws(Failure) -> InvitationCode { throw .refused(.notAllowed) }
    func signUp(_ input: SignUp) async throws(Failure) -> SignedIn { throw .refused(.notAllowed) }
    func signIn(_ input: SignIn) async throws(Failure) -> SignedIn { throw .refused(.notAllowed) }
    func signOut() async throws(Failure) -> SignedOut { throw .refused(.notAllowed) }
    func session() async throws(Failure) -> SessionDescription { throw .refused(.notAllowed) }
    func minorSession(_ input: MinorSessionRequest) async throws(Failure) -> SignedIn { throw .refused(.notAllowed) }
    func firstInvitation(_ input: FirstInvitationRequest) async throws(Failure) -> String { throw .refused(.notAllowed) }
    func watchSessions() -> Outputs<SessionNews> { Outputs { _ in .done } }
}
