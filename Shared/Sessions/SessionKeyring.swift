public import ColonnadeContract
public import ColonnadeWorld
private import Synchronization

/// The public keys by which a vertical checks sessions, and the sessions that were ended before their time.
///
/// Any thread may use it. What it holds is bounded, whoever fills it.
public final class SessionKeyring: Sendable {
    /// The most keys that it holds: one that signs, and some that have signed.
    public static let mostKeys: Int = 16
    /// The most revocations that it holds; beyond them, old sessions count as revoked.
    public static let mostRevocations: Int = 1 << 16
    /// The most tokens that it knows again, in each of two generations.
    public static let mostTokens: Int = 1024

    private struct State {
        /// Nil until who signs sessions has said for the first time what there is.
        var keys: [UInt64: SessionKey]?
        var revocations: RevocationList
        var verified: VerifiedTokens
    }

    /// Seconds by which the clock of whoever has issued a token may be ahead. A token from further on would outlive its revocation.
    private static let clockSkew: Double = 15 * 60

    private let state: Mutex<State>
    private let news: NewsBell = NewsBell()

    /// A keyring that knows nothing yet, and says so of every session.
    public convenience init() {
        self.init(mostRevocations: Self.mostRevocations, mostTokens: Self.mostTokens)
    }

    /// A keyring that knows these public keys.
    public convenience init(publicKeys: [[UInt8]]) {
        self.init()
        trust(publicKeys)
    }

    init(mostRevocations: Int, mostTokens: Int) {
        let state: State = State(
            revocations: RevocationList(limit: mostRevocations), verified: VerifiedTokens(limit: mostTokens))
        self.state = Mutex(state)
    }

    /// Whether it knows anything to check sessions by.
    public var isReady: Bool { state.withLock { $0.keys != nil } }

    /// The keys that count from now on, and no others. What is no key is left out, and so is what is too many.
    public func trust(_ publicKeys: [[UInt8]]) {
        let keys: [SessionKey] = publicKeys.prefix(Self.mostKeys).compactMap(SessionKey.init)
        state.withLock { $0.keys = Dictionary(keys.map { ($0.id, $0) }) { first, _ in first } }
        news.ring()
    }

    /// Sessions that count no longer, beside those that were said before.
    public func revoke(_ revocations: [SessionRevocation], now: Date) {
        state.withLock { $0.revocations.add(revocations, now: now) }
    }

    /// The session that a token stands for.
    public func verify(_ token: String, now: Date) throws(SessionError) -> UserSession {
        let known: VerifiedTokens.Entry?
        let keys: [UInt64: SessionKey]
        (known, keys) = try state.withLock { state throws(SessionError) in
            guard let keys: [UInt64: SessionKey] = state.keys else { throw .unverifiable }
            return (token.utf8.count <= SessionToken.longest ? state.verified.entry(of: token) : nil, keys)
        }
        let entry: VerifiedTokens.Entry
        if let known { entry = known } else { entry = try Self.check(token, keys) }
        guard keys[entry.key] != nil else { throw .unknownKey }
        guard entry.session.issued <= now.addingTimeInterval(Self.clockSkew) else { throw .issuedLater }
        guard entry.session.expires > now else {
            state.withLock { $0.verified.forget(token) }
            throw .expired
        }
        try state.withLock { state throws(SessionError) in
            guard !state.revocations.contains(entry.session) else { throw .revoked }
            if known == nil { state.verified.keep(entry, of: token) }
        }
        return entry.session
    }

    /// How a world checks sessions by this keyring.
    public func makeVerifier() -> SessionVerifier {
        SessionVerifier { (token: String, now: Date) throws(SessionError) in try self.verify(token, now: now) }
    }

    /// Waits until it knows anything, or the task is cancelled.
    func ready() async {
        var rings: AsyncStream<Void>.AsyncIterator = news.listen().makeAsyncIterator()
        while !isReady, await rings.next(isolation: #isolation) != nil {}
    }

    private static func check(_ text: String, _ keys: [UInt64: SessionKey]) throws(SessionError) -> VerifiedTokens.Entry {
        let token: SessionToken = try SessionToken(text)
        guard let key: SessionKey = keys[token.key] else { throw .unknownKey }
        guard key.hasSigned(SessionToken.signedBytes(token.payload), token.signature) else { throw .forged }
        return VerifiedTokens.Entry(key: token.key, session: token.session)
    }
}
