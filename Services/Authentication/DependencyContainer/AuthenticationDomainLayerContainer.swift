import AuthenticationData
import AuthenticationDataDomainInterface
import AuthenticationDomain
import Colonnade

/// What people can do with accounts and sessions: the use cases, over what implements the domain's interfaces.
struct AuthenticationDomainLayerContainer: Sendable {
    let ended: EndedSessions
    private let accounts: any KeepAccountsInterface
    private let begun: any KeepSessionsInterface
    private let passwords: any CheckPasswordsInterface
    private let slowing: any SlowDownInterface
    private let handOver: any HandOverFirstInvitationInterface
    private let authority: SessionAuthority
    private let surroundings: Surroundings

    init(data: AuthenticationDataLayerContainer, authority: SessionAuthority, work: PasswordWork, world: World) {
        let randomBytes: @Sendable (Int) -> [UInt8] = { [chance = world.chance] count in
            (0..<count).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
        }
        let surroundings: Surroundings = Surroundings(now: world.clock.now, newID: world.ids.uuid)
        self.authority = authority
        self.surroundings = surroundings
        accounts = AccountsByInvitation(
            accounts: data.accounts, invitations: data.invitations, randomBytes: randomBytes, newID: world.ids.uuid)
        passwords = PasswordsByScrypt(queue: PasswordQueue(), work: work, randomBytes: randomBytes)
        slowing = SlowDownByFailures(uptime: world.clock.uptime)
        handOver = InvitationInFile(data.operatorInvitation)
        begun = BegunSessions(data.begunSessions, bells: data.accountBells, now: surroundings.now)
        ended = EndedSessions(
            data.endedSessions, bell: data.bell, accounts: data.accountBells, publicKey: authority.signer.publicKey, now: surroundings.now
        ) { revocations in authority.revoke(revocations, now: surroundings.now()) }
    }

    var invitePerson: InvitePersonUseCase { InvitePersonUseCase(accounts: accounts, surroundings: surroundings) }

    var inviteFirstOperator: InviteFirstOperatorUseCase {
        InviteFirstOperatorUseCase(accounts: accounts, handOver: handOver, surroundings: surroundings)
    }

    var viewFirstInvitation: ViewFirstInvitationUseCase { ViewFirstInvitationUseCase(handOver: handOver) }

    var signUp: SignUpUseCase {
        SignUpUseCase(
            accounts: accounts, passwords: passwords, signing: authority, keeping: begun, handOver: handOver, surroundings: surroundings)
    }

    var signIn: SignInUseCase {
        SignInUseCase(
            accounts: accounts, passwords: passwords, slowing: slowing, signing: authority, keeping: begun, surroundings: surroundings)
    }

    var signOut: SignOutUseCase { SignOutUseCase(ending: ended, surroundings: surroundings) }

    var followSessions: FollowSessionsUseCase { FollowSessionsUseCase(keeping: begun) }

    var endSession: EndSessionUseCase { EndSessionUseCase(ending: ended, surroundings: surroundings) }

    var endAllSessions: EndAllSessionsUseCase { EndAllSessionsUseCase(ending: ended, surroundings: surroundings) }

    var viewWards: ViewWardsUseCase { ViewWardsUseCase(accounts: accounts, signing: authority, surroundings: surroundings) }

    var actForMinor: ActForMinorUseCase {
        ActForMinorUseCase(accounts: accounts, ending: ended, signing: authority, surroundings: surroundings)
    }

    var watchSessions: WatchSessionsUseCase { WatchSessionsUseCase(ending: ended) }
}
