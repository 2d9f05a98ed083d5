import AuthenticationIO
public import Colonnade
import ColonnadeSessions
private import Synchronization

/// What a vertical of the clinic needs in order to check sessions by itself: a keyring in its world, which follows what
/// authentication says. A launcher plugin has one.
///
/// ```swift
/// private let sessions: SessionChecks = SessionChecks()
///
/// func configure(_ world: inout World, config: …) { sessions.install(in: &world) }
/// // where the module's boards are made:
/// sessions.follow(on: mainboard)
/// // where the vertical is closed:
/// sessions.stop()
/// ```
public final class SessionChecks: Sendable {
    /// How long a call waits for the first keys, right after its vertical was started.
    private static let patience: Duration = .seconds(5)

    private let keyring: SessionKeyring = SessionKeyring()
    /// Nil before it follows, and where the world has another way to check sessions.
    private let follower: Mutex<Task<Void, Never>?> = Mutex(nil)
    private let isInstalled: Mutex<Bool> = Mutex(false)

    public init() {}

    /// Has the world check sessions by this keyring, unless it knows a way already.
    public func install(in world: inout World) {
        guard !world.verifiesSessions else { return }
        world.sessionVerifier = keyring.makeVerifier()
        isInstalled.withLock { $0 = true }
    }

    /// Begins to follow what authentication says; the vertical has to use it. Nothing happens where the world's own way holds.
    public func follow(on mainboard: Motherboard) {
        guard isInstalled.withLock(\.self) else { return }
        let authentication: AuthenticationClient = AuthenticationClient(mainboard.channel(to: AuthenticationContract.descriptor.name))
        let follower: SessionFollower = SessionFollower(
            keyring: keyring, clock: mainboard.world.clock, chance: mainboard.world.chance
        ) {
            authentication.watchSessions().compactMap(SessionChange.init)
        }
        self.follower.withLock { $0 = $0 ?? Task { await follower.run() } }
    }

    public func stop() {
        follower.withLock { $0?.cancel() }
    }

    /// Who may see which patient, for the boards of a vertical, by the session of each call.
    /// - Parameters:
    ///   - session: the call's own session; reads `Current` when it is called.
    ///   - verify: the session of a token that came in an Input; reads `Current` when it is called.
    public func access(
        session: @escaping PatientAccess.CallersSession, verify: @escaping PatientAccess.Verify, clock: WorldClock
    ) -> PatientAccess {
        let isInstalled: Bool = isInstalled.withLock(\.self)
        return PatientAccess(session: session, verify: verify) { [keyring] in
            if isInstalled { await keyring.waitUntilReady(atMost: Self.patience, clock: clock) }
        }
    }
}

extension SessionChange {
    /// Nil for what a newer authentication says and is not known here.
    init?(_ news: SessionNews) {
        switch news {
        case .key(let key): self = .key(key)
        case .complete: self = .complete
        case .revoked(let sessions):
            self = .revoked(
                sessions.map { SessionRevocation(session: $0.session, issued: $0.issued, expires: $0.expires) })
        case .unknown: return nil
        }
    }
}
