import ColonnadeContract
import ColonnadeSystemIO

/// Who people are: accounts by invitation, sign-in, and sessions that every vertical can check by itself.
///
/// A session is a signed token that travels with a call. Refusals never tell whether an account exists, except to who may invite.
public protocol AuthenticationInterface: Interface where Refused == AuthenticationRefusal {
    /// Makes a code by which one person may sign up, once. An operator invites anybody, staff invite patients.
    func invite(_ input: Invitation) async throws(Failure) -> InvitationCode

    /// Makes the account that a code was given for, and signs it in.
    func signUp(_ input: SignUp) async throws(Failure) -> SignedIn

    /// Signs in. Repeated failures for the same name slow down, whether or not anybody has it: those that come by the same edge, and,
    /// where nobody has signed in with the name by that edge, very many by others.
    func signIn(_ input: SignIn) async throws(Failure) -> SignedIn

    /// Ends the call's own session, and the minors' sessions that were made from it; on disk before the answer.
    func signOut() async throws(Failure) -> SignedOut

    /// The call's own session.
    func session() async throws(Failure) -> SessionDescription

    /// A session for a minor of whom the caller is the guardian. It is passed in the Inputs that take one, and never as the
    /// call's own.
    func minorSession(_ input: MinorSessionRequest) async throws(Failure) -> SignedIn

    /// What to do where nobody is operator yet: a sentence with the first operator's code. Only for who runs the suite.
    func firstInvitation(_ input: FirstInvitationRequest) async throws(Failure) -> String

    /// By what sessions are checked: keys and revocations as they are, then ``SessionNews/complete``, then what changes.
    func watchSessions() -> Outputs<SessionNews>

    /// Signs somebody in. Its routes are ``SignInRoute``; done once somebody has signed in, not done after ten minutes of silence.
    func signInScreen(_ input: SignInScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// Makes the account that a code was given for. Its routes are ``SignUpRoute``; done once it is made, not done after ten minutes of
    /// silence.
    func signUpScreen(_ input: SignUpScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// Invites somebody, and shows the code once. Staff invite patients, an operator anybody, and patients nobody.
    func inviteScreen(_ input: InviteScreenInput, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// The caller's own sessions, live: where and when each was begun, and a way to end one or all. Its routes are ``SessionsRoute``; done
    /// once the caller's own session was ended.
    func sessionsScreen(_ input: Void, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>

    /// For whom a guardian acts. Its routes are ``WardRoute``; done once somebody was chosen.
    func wardScreen(_ input: Void, _ actions: Commands<ScreenAction>) -> Outputs<ScreenOutput>
}

/// Asks how the first operator signs up.
public struct FirstInvitationRequest: Idempotent, Hashable, Sendable {
    /// Where people sign up, with the code to be appended: `http://127.0.0.1:8080/sign-up?code=`. Nil for the code alone.
    public let address: String?

    /// A request for a sentence with a link, or with the code alone.
    public init(address: String? = nil) {
        self.address = address
    }
}

/// What an account is for.
public enum AccountRole: Hashable, Sendable {
    /// Sees what is recorded about themselves, and by a minor's session about their wards.
    case patient
    /// Works in the clinic, and sees every patient.
    case staff
    /// Runs the suite: invites, imports, and sees no patient.
    case `operator`
    case unknown(Unrecognized)
}

/// Who is invited.
public struct Invitation: Hashable, Sendable {
    /// What the account will sign in with: 1 to 64 characters, none of them a control character. Upper and lower case are the same.
    public let name: String
    /// What the account will be for.
    public let role: AccountRole
    /// Of a patient, the id of their records; of nobody else.
    public let patient: String?
    /// The ids of the patients whose guardian it is, at most 32.
    public let wards: [String]

    public init(name: String, role: AccountRole, patient: String? = nil, wards: [String] = []) {
        self.name = name
        self.role = role
        self.patient = patient
        self.wards = wards
    }
}

/// What signs one person up, once.
public struct InvitationCode: Hashable, Sendable {
    /// Handed to the person and to nobody else; dashes and case make no difference.
    public let code: String
    /// When it signs nobody up any more.
    public let expires: Date

    public init(code: String, expires: Date) {
        self.code = code
        self.expires = expires
    }
}

/// A new account.
public struct SignUp: Hashable, Sendable {
    /// As in ``InvitationCode/code``.
    public let code: String
    /// 12 to 256 characters, none of them a control character.
    public let password: String

    public init(code: String, password: String) {
        self.code = code
        self.password = password
    }
}

/// Who somebody says they are.
public struct SignIn: Hashable, Sendable {
    /// As in ``Invitation/name``.
    public let name: String
    /// As in ``SignUp/password``.
    public let password: String

    public init(name: String, password: String) {
        self.name = name
        self.password = password
    }
}

/// A session that was begun.
public struct SignedIn: Hashable, Sendable {
    /// Sent with calls. Whoever has it is the user, until it expires or is signed out of.
    public let token: String
    /// What the token says, for who can not read it.
    public let session: SessionDescription

    public init(token: String, session: SessionDescription) {
        self.token = token
        self.session = session
    }
}

/// What a session says.
public struct SessionDescription: Hashable, Sendable {
    /// By which the session is revoked.
    public let id: UUID
    /// The account's id.
    public let user: UUID
    /// The account's, as in ``Invitation/name``.
    public let name: String
    /// What the account is for.
    public let role: AccountRole
    /// The id of the patient whose records the session is about; nil for staff and operators.
    public let patient: String?
    /// Of a minor's session, the account that holds it.
    public let guardian: UUID?
    /// When it was begun.
    public let issued: Date
    /// From here on it is worth nothing.
    public let expires: Date

    public init(
        id: UUID, user: UUID, name: String, role: AccountRole, patient: String? = nil, guardian: UUID? = nil, issued: Date, expires: Date
    ) {
        self.id = id
        self.user = user
        self.name = name
        self.role = role
        self.patient = patient
        self.guardian = guardian
        self.issued = issued
        self.expires = expires
    }
}

/// What signing out has ended.
public struct SignedOut: Hashable, Sendable {
    /// The sessions that count no longer: the caller's own, and those of minors that were made from it.
    public let sessions: [UUID]

    public init(sessions: [UUID]) {
        self.sessions = sessions
    }
}

/// For whom a session is wanted.
public struct MinorSessionRequest: Hashable, Sendable {
    /// The id of the minor's records, one of the caller's wards.
    public let patient: String

    public init(patient: String) {
        self.patient = patient
    }
}

/// What who checks sessions has to know.
public enum SessionNews: Hashable, Sendable {
    /// A public key by which sessions are signed: Ed25519, 32 bytes.
    case key([UInt8])
    /// Sessions that count no longer.
    case revoked([RevokedSession])
    /// All that is known was said; from here on comes what changes.
    case complete
    case unknown(Unrecognized)
}

/// A session that was ended before it had expired, and with it the minors' that were made from it.
public struct RevokedSession: Hashable, Sendable {
    /// As in ``SessionDescription/id``; or as in ``SessionDescription/user``, where all sessions of the account were ended that were
    /// begun at this time or before.
    public let session: UUID
    /// When it was begun, or the newest of them.
    public let issued: Date
    /// From here on the session would be worth nothing anyhow.
    public let expires: Date

    public init(session: UUID, issued: Date, expires: Date) {
        self.session = session
        self.issued = issued
        self.expires = expires
    }
}

/// Who stands before the screen to sign in.
public struct SignInScreenInput: Hashable, Sendable {
    /// Where the person is, as far as the shell vouches for it, such as the client's address; at most 64 bytes count. Attempts are counted by
    /// it where the shell's own edge says so, and nowhere else.
    public let place: String
    /// What is filled in already, as in ``Invitation/name``.
    public let name: String?

    public init(place: String, name: String? = nil) {
        self.place = place
        self.name = name
    }
}

/// What has happened on the screen to sign in.
public enum SignInRoute: Hashable, Sendable {
    /// Somebody has a session now.
    case signedIn(SignedIn)
    /// The person was invited, and has no account yet.
    case signUpWanted
    case unknown(Unrecognized)
}

/// Who stands before the screen to sign up.
public struct SignUpScreenInput: Hashable, Sendable {
    /// As in ``SignInScreenInput/place``.
    public let place: String
    /// What is filled in already, as in ``InvitationCode/code``.
    public let code: String?

    public init(place: String, code: String? = nil) {
        self.place = place
        self.code = code
    }
}

/// What has happened on the screen to sign up.
public enum SignUpRoute: Hashable, Sendable {
    /// Somebody has an account now, and a session.
    case signedIn(SignedIn)
    /// The person has an account already.
    case signInWanted
    case unknown(Unrecognized)
}

/// What invitations are made with.
public struct InviteScreenInput: Hashable, Sendable {
    /// Where who is invited signs up: the code is put behind it. At most 1,024 bytes; nil where the code alone is handed over.
    public let address: String?

    public init(address: String? = nil) {
        self.address = address
    }
}

/// What has happened on the screen of one's sessions.
public enum SessionsRoute: Hashable, Sendable {
    /// The caller's own session was ended, by itself or with all others.
    case signedOut(SignedOut)
    case unknown(Unrecognized)
}

/// What has happened on the screen of a guardian's wards.
public enum WardRoute: Hashable, Sendable {
    /// The guardian acts for a ward, by this session.
    case actingFor(SignedIn)
    /// The guardian acts for nobody but themselves.
    case actingForOneself
    case unknown(Unrecognized)
}

/// What authentication's deep links lead to.
public enum AuthenticationLink: Hashable, Sendable {
    /// Signing in.
    case signIn
    /// Signing up, with the code of an invitation.
    case signUp(code: String?)
    /// Inviting somebody.
    case invite
    /// The sessions of who is signed in.
    case sessions
    /// For whom a guardian acts.
    case wards
    case unknown(Unrecognized)
}

/// Why authentication refuses.
public enum AuthenticationRefusal: Refusal, Hashable {
    /// The call has no session that counts; the reason says why, and what to do.
    case sessionNeeded(reason: String)
    /// The caller's role may not do this.
    case notAllowed
    /// Name and password do not belong together. Whether somebody has the name is not told.
    case wrongNameOrPassword
    /// Too many failures for this name; before this time nothing is tried.
    case tooManyAttempts(retryAfter: Duration)
    /// More people sign in at the same time than can be served; try again.
    case busy(retryAfter: Duration)
    /// Nobody was given this code, or it was used, or it has expired.
    case invalidInvitation
    /// The name can not be one; the reason says why.
    case invalidName(reason: String)
    /// The password can not be one; the reason says why.
    case invalidPassword(reason: String)
    /// The account could not be what was asked for; the reason says why.
    case invalidAccount(reason: String)
    /// Somebody has this name already. Told only to who may invite.
    case nameTaken
    /// The patient is no ward of the caller.
    case notGuardian(patient: String)
}
