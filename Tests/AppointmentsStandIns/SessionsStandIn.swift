public import AuthenticationIO
import ClinicSessions
public import Colonnade
import ColonnadeSessions
private import Synchronization

/// Who signs sessions, in a test: says its key and what is revoked, and makes tokens for whoever is wanted.
public final class SessionsStandIn: AuthenticationInterface {
    private let signer: SessionSigner = SessionSigner()
    private let changes: Mutex<[AsyncStream<SessionNews>.Continuation]> = Mutex([])
    private let revoked: Mutex<[RevokedSession]> = Mutex([])

    /// A session, and the token that stands for it.
    public struct Signed: Sendable {
        public let session: UserSession
        public let token: String
    }

    public init() {}

    /// A session of somebody who has not been seen before.
    public func sign(
        _ role: Role, patient: String? = nil, guardian: UUID? = nil, expires: Date = Date().addingTimeInterval(3600)
    ) throws -> Signed {
        let ids: Identifiers = Identifiers(chance: .system)
        let session: UserSession = UserSession(
            id: ids.uuid(), user: ids.uuid(), name: "somebody", role: role, subject: patient, guardian: guardian,
            issued: Date().addingTimeInterval(-7200), expires: expires)
        return Signed(session: session, token: try signer.token(for: session))
    }

    /// The token of somebody who works there.
    public func staff() throws -> String { try sign(.staff).token }

    /// The token of a patient.
    public func patient(_ id: String) throws -> String { try sign(.patient, patient: id).token }

    /// Everybody who watches hears that the session counts no longer.
    public func revoke(_ session: UserSession) {
        let one: RevokedSession = RevokedSession(session: session.id, issued: session.issued, expires: session.expires)
        revoked.withLock { $0.append(one) }
        for watcher: AsyncStream<SessionNews>.Continuation in changes.withLock(\.self) { watcher.yield(.revoked([one])) }
    }

    public func firstInvitation(_ input: FirstInvitationRequest) async throws(Failure) -> String { throw .refused(.notAllowed) }

    public func watchSessions() -> Outputs<SessionNews> {
        let (news, more): (AsyncStream<SessionNews>, AsyncStream<SessionNews>.Continuation) = AsyncStream.makeStream()
        changes.withLock { $0.append(more) }
        let first: [SessionNews] = [.key(signer.publicKey), .revoked(revoked.withLock(\.self)), .complete]
        return Outputs { emit in
            for one: SessionNews in first { try await emit(one) }
            for await one: SessionNews in news { try await emit(one) }
            return .done
        }
    }

    public func invite(_ input: Invitation) async throws(Failure) -> InvitationCode { throw .refused(.notAllowed) }
    public func signUp(_ input: SignUp) async throws(Failure) -> SignedIn { throw .refused(.notAllowed) }
    public func signIn(_ input: SignIn) async throws(Failure) -> SignedIn { throw .refused(.notAllowed) }
    public func signOut() async throws(Failure) -> SignedOut { throw .refused(.notAllowed) }
    public func session() async throws(Failure) -> SessionDescription { throw .refused(.notAllowed) }
    public func minorSession(_ input: MinorSessionRequest) async throws(Failure) -> SignedIn { throw .refused(.notAllowed) }

    public func signInScreen(_ input: SignInScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        Outputs { _ in .notDone }
    }

    public func signUpScreen(_ input: SignUpScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        Outputs { _ in .notDone }
    }

    public func inviteScreen(_ input: InviteScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> {
        Outputs { _ in .notDone }
    }

    public func sessionsScreen(_ input: Void, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> { Outputs { _ in .notDone } }

    public func wardScreen(_ input: Void, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput> { Outputs { _ in .notDone } }
}
