import AuthenticationDomain
public import Colonnade

/// Screens that are open at the same time: an open one is memory, and most are there before anybody has signed in.
public final class OpenScreens: Sendable {
    /// What one person, or one place where nobody has signed in yet, may have open: a whole waiting room behind one address.
    static let mostByPerson: Int = 100

    /// What all that come by one consumer's edge may have open together: each is some 20 KB.
    static let mostByConsumer: Int = 4_000

    /// How long a screen before the sign-in stays open on which nothing is done.
    static let patience: Duration = .seconds(600)

    private let persons: ShareLimit = ShareLimit(mostByPerson, of: "screens of one person are open")
    private let consumers: ShareLimit = ShareLimit(mostByConsumer, of: "screens are open")
    private let watch: SilenceWatch

    /// - Parameter clock: by which people are waited for.
    public init(clock: WorldClock) {
        watch = SilenceWatch(patience: Self.patience, sleep: clock.sleep)
    }

    /// Runs a screen that somebody has opened who is signed in.
    func run(
        for account: UUID, of consumer: String?, _ body: () async throws -> Completion
    ) async throws -> Completion {
        try await consumers.run(for: consumer ?? "") { try await persons.run(for: "account \(account)", body) }
    }

    /// Runs a screen that anybody may open, until nothing is done on it for too long.
    /// - Parameter body: is handed what is to be called for each action.
    func run(
        from origin: SignInOrigin, _ body: @escaping @Sendable (_ acted: @escaping @Sendable () -> Void) async throws -> Completion
    ) async throws -> Completion {
        try await consumers.run(for: origin.edge ?? "") {
            guard let place: String = origin.place else { return try await watched(body) }
            return try await persons.run(for: "place \(place)") { try await watched(body) }
        }
    }

    private func watched(
        _ body: @escaping @Sendable (_ acted: @escaping @Sendable () -> Void) async throws -> Completion
    ) async throws -> Completion {
        do {
            return try await watch.run { heard in try await body { heard.more(1) } }
        } catch is FellSilent {
            return .notDone
        }
    }
}
