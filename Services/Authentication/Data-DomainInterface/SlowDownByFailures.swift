import AuthenticationData
public import AuthenticationDomain

/// Slows down by how often a name has failed, whether or not anybody has it: at the edge by which an attempt comes, and by all of them
/// together. What others try by other edges hits nobody where they have signed in before.
public struct SlowDownByFailures: SlowDownInterface {
    /// So many failures of a name by one edge cost nothing: people mistype.
    public static let freeByEdge: Int = 5
    /// So many failures of a name by all edges together cost nothing: as many as twenty edges may have, each by itself.
    public static let freeEverywhere: Int = 100

    private let byEdge: FailureTable
    private let everywhere: FailureTable
    private let familiar: FamiliarPlaces = FamiliarPlaces()

    /// - Parameter uptime: time that never jumps.
    public init(uptime: @escaping @Sendable () -> Duration) {
        byEdge = FailureTable(free: Self.freeByEdge, uptime: uptime)
        everywhere = FailureTable(free: Self.freeEverywhere, uptime: uptime)
    }

    public func begin(_ name: SignInName, from origin: String?) throws(AuthenticationProblem) -> SignInAttempt {
        let (place, anywhere): (Int, Int) = (Self.key(name, origin), Self.key(name, nil))
        if let pause: Duration = byEdge.begin(place) { throw .tooManyAttempts(retryAfter: pause) }
        let attempt: SignInAttempt = SignInAttempt(name: name, origin: origin, isFamiliar: familiar.contains(place))
        if !attempt.isFamiliar, let pause: Duration = everywhere.begin(anywhere) {
            byEdge.withdraw(place)
            throw .tooManyAttempts(retryAfter: pause)
        }
        return attempt
    }

    public func succeed(_ attempt: SignInAttempt) {
        let place: Int = Self.key(attempt.name, attempt.origin)
        byEdge.succeed(place)
        // What others have tried elsewhere stays.
        if !attempt.isFamiliar { everywhere.withdraw(Self.key(attempt.name, nil)) }
        familiar.insert(place)
    }

    public func withdraw(_ attempt: SignInAttempt) {
        byEdge.withdraw(Self.key(attempt.name, attempt.origin))
        if !attempt.isFamiliar { everywhere.withdraw(Self.key(attempt.name, nil)) }
    }

    /// A number instead of a name, which may be long; two with the same number would only wait for each other.
    private static func key(_ name: SignInName, _ origin: String?) -> Int {
        var hasher: Hasher = Hasher()
        hasher.combine(name.key)
        hasher.combine(origin)
        return hasher.finalize()
    }
}
