import AuthenticationData
public import AuthenticationDomain

/// Slows down by how often a name has failed, whether or not anybody has it: at the place from which an attempt comes, and at all of them
/// together. A place is an edge, and in a browser the person's own. What others try at other places hits nobody where they have signed in
/// before.
public struct SlowDownByFailures: SlowDownInterface {
    /// So many failures of a name at one place cost nothing: people mistype.
    public static let freeByPlace: Int = 5
    /// So many failures of a name at all places together cost nothing: as many as twenty of them may have, each by itself.
    public static let freeEverywhere: Int = 100

    /// How long it takes until one failure at all places together is forgotten: less than the longest pause at one place, so that whoever
    /// goes on and on there keeps nobody out who comes from elsewhere for the first time.
    private static let forgivenEverywhere: Duration = .seconds(120)

    private let byPlace: FailureTable
    private let everywhere: FailureTable
    private let familiar: FamiliarPlaces = FamiliarPlaces()

    /// - Parameter uptime: time that never jumps.
    public init(uptime: @escaping @Sendable () -> Duration) {
        byPlace = FailureTable(free: Self.freeByPlace, uptime: uptime)
        everywhere = FailureTable(free: Self.freeEverywhere, forgiving: Self.forgivenEverywhere, uptime: uptime)
    }

    public func begin(_ name: SignInName, from origin: String?) throws(AuthenticationProblem) -> SignInAttempt {
        let (place, anywhere): (Int, Int) = (Self.key(name, origin), Self.key(name, nil))
        if let pause: Duration = byPlace.begin(place) { throw .tooManyAttempts(retryAfter: pause) }
        let attempt: SignInAttempt = SignInAttempt(name: name, origin: origin, isFamiliar: familiar.contains(place))
        if !attempt.isFamiliar, let pause: Duration = everywhere.begin(anywhere) {
            byPlace.withdraw(place)
            throw .tooManyAttempts(retryAfter: pause)
        }
        return attempt
    }

    public func succeed(_ attempt: SignInAttempt) {
        let place: Int = Self.key(attempt.name, attempt.origin)
        byPlace.succeed(place)
        // What others have tried elsewhere stays.
        if !attempt.isFamiliar { everywhere.withdraw(Self.key(attempt.name, nil)) }
        familiar.insert(place)
    }

    public func withdraw(_ attempt: SignInAttempt) {
        byPlace.withdraw(Self.key(attempt.name, attempt.origin))
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
