import AuthenticationDomain
import AuthenticationPresentation
import Colonnade
import ColonnadeSessions

/// The module: its boards over the use cases, and what has to be done when it starts and ends.
struct AuthenticationContainer: Sendable {
    private let data: AuthenticationDataLayerContainer
    private let domain: AuthenticationDomainLayerContainer
    private let authority: SessionAuthority
    private let clock: WorldClock
    private let log: Logger = Logger(label: "authentication")

    /// Opens the accounts, and reads the key or makes it.
    /// - Parameters:
    ///   - stateDirectory: exists, and belongs to authentication alone.
    ///   - keyring: what the world checks sessions by; it knows the key from now on, once ``start()`` has run.
    init(stateDirectory: String, keyring: SessionKeyring, world: World) async throws {
        let work: PasswordWork = try Self.work(world.authentication.configuration)
        clock = world.clock
        data = try await offload { try AuthenticationDataLayerContainer(stateDirectory: stateDirectory) }
        authority = SessionAuthority(signer: data.signer, keyring: keyring)
        domain = AuthenticationDomainLayerContainer(data: data, authority: authority, work: work, world: world)
    }

    /// Has the keyring know what is known, and invites the first operator where there is none.
    func start(now: Date) async throws {
        authority.revoke(try await domain.ended.endedBefore(), now: now)
        authority.keyring.trust([authority.signer.publicKey])
        if try await domain.inviteFirstOperator.execute() {
            log.notice("nobody is operator yet; sign up by the code in the file", metadata: ["file": "\(data.operatorInvitation.path)"])
        }
    }

    /// The module's boards, as one interface.
    /// - Parameter session: the session of the call that is served; reads `Current` when it is called.
    func makeVertical(session: @escaping CallersSession) -> AuthenticationVertical {
        AuthenticationVertical(
            invite: InviteBoard(useCase: domain.invitePerson, session: session),
            signUp: SignUpBoard(useCase: domain.signUp),
            signIn: SignInBoard(useCase: domain.signIn),
            signOut: SignOutBoard(useCase: domain.signOut, session: session),
            session: SessionBoard(session: session),
            minorSession: MinorSessionBoard(useCase: domain.actForMinor, session: session),
            firstInvitation: FirstInvitationBoard(useCase: domain.viewFirstInvitation),
            watchSessions: WatchSessionsBoard(useCase: domain.watchSessions), screens: makeScreens(session: session))
    }

    private func makeScreens(session: @escaping CallersSession) -> AuthenticationScreens {
        let screens: OpenScreens = OpenScreens(clock: clock)
        return AuthenticationScreens(
            signIn: SignInScreenBoard(useCase: domain.signIn, screens: screens),
            signUp: SignUpScreenBoard(useCase: domain.signUp, screens: screens),
            invite: InviteScreenBoard(useCase: domain.invitePerson, session: session, screens: screens),
            sessions: SessionsScreenBoard(
                following: domain.followSessions, ending: domain.endSession, endingAll: domain.endAllSessions, session: session,
                screens: screens),
            wards: WardScreenBoard(viewing: domain.viewWards, acting: domain.actForMinor, session: session, screens: screens))
    }

    /// Closes the accounts.
    func close() async {
        do {
            try await offload { [data] in try data.close() }
        } catch {
            // The process ends anyhow, and what was confirmed is on the disk.
            log.warning("the accounts could not be closed", metadata: ["error": "\(error)"])
        }
    }

    private static func work(_ configuration: AuthenticationConfiguration) throws(LaunchError) -> PasswordWork {
        let usual: PasswordWork = .usual
        return PasswordWork(
            cost: try checked("passwordCost", configuration.passwordCost ?? usual.cost, PasswordWork.costs),
            parallelism: try checked(
                "passwordParallelism", configuration.passwordParallelism ?? usual.parallelism, PasswordWork.parallelisms))
    }

    private static func checked(_ name: String, _ value: Int, _ allowed: ClosedRange<Int>) throws(LaunchError) -> Int {
        guard allowed.contains(value) else {
            throw .configuration(
                vertical: "authentication",
                "\(name) is \(value); give a number from \(allowed.lowerBound) to \(allowed.upperBound), or leave it out")
        }
        return value
    }
}
