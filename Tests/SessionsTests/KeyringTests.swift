import ColonnadeContract
import ColonnadeWorld
import Testing

@testable import ColonnadeSessions

@Suite("Keyrings", .timeLimit(.minutes(1)))
struct KeyringTests {
    private let signer: SessionSigner = SessionSigner()

    @Test("a revoked session is refused, also one that was taken before, until it would have expired")
    func revoked() throws {
        let keyring: SessionKeyring = SessionKeyring(publicKeys: [signer.publicKey])
        let (one, two): (UserSession, UserSession) = (SessionFixtures.session(1), SessionFixtures.session(2))
        let tokens: [String] = try [one, two].map(signer.token)
        _ = try keyring.verify(tokens[0], now: SessionFixtures.noon)
        keyring.revoke([SessionFixtures.revocation(of: one)], now: SessionFixtures.noon)
        #expect(throws: SessionError.revoked) { try keyring.verify(tokens[0], now: SessionFixtures.noon) }
        #expect(try keyring.verify(tokens[1], now: SessionFixtures.noon) == two)
        #expect(throws: SessionError.expired) { try keyring.verify(tokens[0], now: SessionFixtures.later) }
    }

    @Test("a token that was issued tomorrow is refused, one of a clock that is a little ahead is not")
    func issuedLater() throws {
        let keyring: SessionKeyring = SessionKeyring(publicKeys: [signer.publicKey])
        let soon: UserSession = SessionFixtures.session(1, issued: SessionFixtures.noon.addingTimeInterval(600))
        let tomorrow: UserSession = SessionFixtures.session(2, issued: SessionFixtures.noon.addingTimeInterval(86_400))
        #expect(try keyring.verify(signer.token(for: soon), now: SessionFixtures.noon) == soon)
        #expect(throws: SessionError.issuedLater) { try keyring.verify(signer.token(for: tomorrow), now: SessionFixtures.noon) }
    }

    @Test("a key that is trusted no longer takes its tokens with it, also those that were taken before")
    func replacedKey() throws {
        let keyring: SessionKeyring = SessionKeyring(publicKeys: [signer.publicKey])
        let token: String = try signer.token(for: SessionFixtures.session())
        _ = try keyring.verify(token, now: SessionFixtures.noon)
        let next: SessionSigner = SessionSigner()
        keyring.trust([next.publicKey])
        #expect(throws: SessionError.unknownKey) { try keyring.verify(token, now: SessionFixtures.noon) }
        #expect(try keyring.verify(try next.token(for: SessionFixtures.session()), now: SessionFixtures.noon) == SessionFixtures.session())
    }

    @Test("more revocations than fit: the newest hold by themselves, and all that is as old as the others counts as revoked")
    func bounded() throws {
        let keyring: SessionKeyring = SessionKeyring(mostRevocations: 8, mostTokens: 4)
        keyring.trust([signer.publicKey])
        func session(_ number: UInt8) -> UserSession {
            SessionFixtures.session(number, issued: SessionFixtures.noon.addingTimeInterval(Double(number)))
        }
        for number: UInt8 in 0..<40 {
            keyring.revoke([SessionFixtures.revocation(of: session(number))], now: SessionFixtures.noon)
        }
        for number: UInt8 in 0..<40 {
            let token: String = try signer.token(for: session(number))
            #expect(throws: SessionError.revoked, "\(number)") { try keyring.verify(token, now: SessionFixtures.noon) }
        }
        let newer: UserSession = session(50)
        #expect(try keyring.verify(try signer.token(for: newer), now: SessionFixtures.noon) == newer)
    }

    @Test("what was made from a session ends with it, by name and by age, and by nobody else's end")
    func parents() throws {
        let ana: UserSession = SessionFixtures.session(1)
        let parent: ParentSession = ParentSession(id: ana.id, issued: ana.issued)
        // Newer than all that is forgotten, which is no excuse.
        let minor: UserSession = SessionFixtures.session(
            2, user: SessionFixtures.id(101), guardian: ana.user, parent: parent, issued: SessionFixtures.noon.addingTimeInterval(600))
        func others(_ issued: Date) -> [SessionRevocation] {
            (10..<14).map { SessionFixtures.revocation(of: SessionFixtures.session($0, issued: issued)) }
        }
        var list: RevocationList = RevocationList(limit: 4)
        list.add(others(SessionFixtures.noon.addingTimeInterval(-1)), now: SessionFixtures.noon)
        #expect(!list.contains(minor))
        list.add([SessionFixtures.revocation(of: ana)], now: SessionFixtures.noon)
        #expect(list.contains(ana) && list.contains(minor))
        list.add((20..<26).map { SessionFixtures.revocation(of: SessionFixtures.session($0)) }, now: SessionFixtures.noon)
        #expect(list.contains(ana) && list.contains(minor))
    }

    @Test("an account's older sessions end by one revocation, with what was made from them, and the newer ones do not")
    func accounts() throws {
        func session(_ number: UInt8, of user: UUID = SessionFixtures.id(100)) -> UserSession {
            SessionFixtures.session(number, user: user, issued: SessionFixtures.noon.addingTimeInterval(Double(number)))
        }
        func minor(of session: UserSession) -> UserSession {
            SessionFixtures.session(
                50, user: SessionFixtures.id(101), guardian: session.user, parent: ParentSession(id: session.id, issued: session.issued),
                issued: SessionFixtures.noon.addingTimeInterval(60))
        }
        var list: RevocationList = RevocationList(limit: 4)
        list.add(
            [SessionRevocation(session: SessionFixtures.id(100), issued: session(5).issued, expires: SessionFixtures.later)],
            now: SessionFixtures.noon)
        for number: UInt8 in 1...5 { #expect(list.contains(session(number)) && list.contains(minor(of: session(number)))) }
        #expect(!list.contains(session(6)) && !list.contains(minor(of: session(6))))
        #expect(!list.contains(session(1, of: SessionFixtures.id(102))))
    }

    @Test("what is said twice is said once, also where the list is full, and what age says anyhow takes no place")
    func saidTwice() {
        func session(_ number: UInt8) -> UserSession {
            SessionFixtures.session(number, issued: SessionFixtures.noon.addingTimeInterval(Double(number)))
        }
        var list: RevocationList = RevocationList(limit: 8)
        let all: [SessionRevocation] = (1...8).map { SessionFixtures.revocation(of: session($0)) }
        for _ in 0..<3 { list.add(all, now: SessionFixtures.noon) }
        #expect(list.count == 8 && !list.contains(SessionFixtures.session(20)))
        // One more moves the horizon to the fourth or later; the first ones, said again, are known by their age.
        list.add([SessionFixtures.revocation(of: session(9))], now: SessionFixtures.noon)
        let count: Int = list.count
        for _ in 0..<3 { list.add(all, now: SessionFixtures.noon) }
        #expect(list.count == count && (1...9).allSatisfy { list.contains(session($0)) } && !list.contains(session(10)))
    }

    @Test("an account that ends its sessions without end has one place, and takes nobody else's")
    func growingAccount() {
        let account: UUID = SessionFixtures.id(200)
        func revocation(_ number: Int) -> SessionRevocation {
            let issued: Date = SessionFixtures.noon.addingTimeInterval(Double(number))
            return SessionRevocation(session: account, issued: issued, expires: issued.addingTimeInterval(3600))
        }
        func session(_ number: Int, of user: UUID) -> UserSession {
            SessionFixtures.session(99, user: user, issued: SessionFixtures.noon.addingTimeInterval(Double(number)))
        }
        var list: RevocationList = RevocationList(limit: 4)
        list.add((0..<3).map { SessionFixtures.revocation(of: SessionFixtures.session($0)) }, now: SessionFixtures.noon)
        for number: Int in 1...1000 { list.add([revocation(number)], now: SessionFixtures.noon) }
        // One that was overtaken.
        list.add([revocation(5)], now: SessionFixtures.noon)
        #expect(list.count == 4)
        #expect(list.contains(session(1000, of: account)) && !list.contains(session(1001, of: account)))
        #expect(!list.contains(session(-1000, of: SessionFixtures.id(201))))
    }

    @Test("revocations of expired sessions make room, and take nobody with them")
    func expiredRevocations() throws {
        var list: RevocationList = RevocationList(limit: 4)
        let old: [UserSession] = (0..<4).map { SessionFixtures.session($0) }
        list.add(old.map(SessionFixtures.revocation), now: SessionFixtures.noon)
        let after: Date = SessionFixtures.later.addingTimeInterval(1)
        let new: UserSession = SessionFixtures.session(9, expires: after.addingTimeInterval(60))
        list.add([SessionFixtures.revocation(of: new)], now: after)
        #expect(list.count == 1 && list.contains(new) && !list.contains(SessionFixtures.session(8)))
    }

    @Test("known tokens are bounded, and those in use stay known")
    func verifiedTokens() {
        var tokens: VerifiedTokens = VerifiedTokens(limit: 3)
        let entry: VerifiedTokens.Entry = VerifiedTokens.Entry(key: 1, session: SessionFixtures.session())
        for number: Int in 0..<20 {
            tokens.keep(entry, of: "t\(number)")
            #expect(tokens.entry(of: "t0") != nil, "after \(number)")
        }
        #expect(tokens.entry(of: "t5") == nil)
    }

    @Test("who waits for the first keys goes on when they come, and after the limit, and when cancelled")
    func ready() async {
        let keyring: SessionKeyring = SessionKeyring()
        await keyring.waitUntilReady(atMost: .seconds(60), clock: .fixed(SessionFixtures.noon))
        #expect(!keyring.isReady)
        let cancelled: Task<Void, Never> = Task { await keyring.waitUntilReady(atMost: .seconds(60), clock: .system) }
        cancelled.cancel()
        await cancelled.value
        let waiting: [Task<Void, Never>] = (0..<100).map { _ in
            Task { await keyring.waitUntilReady(atMost: .seconds(60), clock: .system) }
        }
        await Task.yield()
        keyring.trust([signer.publicKey])
        for task: Task<Void, Never> in waiting { await task.value }
        await keyring.waitUntilReady(atMost: .seconds(60), clock: .system)
        #expect(keyring.isReady)
    }
}
