import AuthenticationIO
import Colonnade
import Testing

@Suite("Sessions", .timeLimit(.minutes(2)))
struct SessionTests {
    @Test("who signs in has a session; a wrong password and an unknown name are told the same")
    func signIn() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let chief: SignedIn = try await accounts.makeOperator()
        let again: SignedIn = try await accounts.signIn("Operator")
        #expect(again.session.user == chief.session.user && again.session.id != chief.session.id)
        #expect(try await accounts.with(again) { try await $0.session() } == again.session)
        let wrong: AuthenticationRefusal? = try await refusal { _ = try await accounts.signIn("operator", "another password") }
        let unknown: AuthenticationRefusal? = try await refusal { _ = try await accounts.signIn("nobody", "another password") }
        #expect(wrong == .wrongNameOrPassword && unknown == wrong)
        await accounts.close()
    }

    @Test("failures slow down, for names that somebody has and names that nobody has alike")
    func slowsDown() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        _ = try await accounts.makeOperator()
        var told: [[AuthenticationRefusal?]] = []
        for name: String in ["operator", "nobody"] {
            var refusals: [AuthenticationRefusal?] = []
            for _ in 0..<7 { refusals.append(try await refusal { _ = try await accounts.signIn(name, "wrong password") }) }
            told.append(refusals)
        }
        #expect(told[0] == told[1])
        #expect(told[0].prefix(5).allSatisfy { $0 == .wrongNameOrPassword })
        #expect(told[0].dropFirst(5).allSatisfy { $0 == .tooManyAttempts(retryAfter: .seconds(1)) })
        // Also for who knows the password; and once the time has passed it is taken, and all is forgotten.
        #expect(try await refusal { _ = try await accounts.signIn("operator") } == .tooManyAttempts(retryAfter: .seconds(1)))
        accounts.clock.pass(.seconds(1))
        _ = try await accounts.signIn("operator")
        #expect(try await refusal { _ = try await accounts.signIn("operator", "wrong password") } == .wrongNameOrPassword)
        await accounts.close()
    }

    @Test("attempts that come at the same time are counted, each")
    func slowsDownTogether() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let refusals: [AuthenticationRefusal?] = try await withThrowingTaskGroup(of: AuthenticationRefusal?.self) { group in
            for _ in 0..<40 { group.addTask { try await refusal { _ = try await accounts.signIn("nobody") } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(refusals.count { $0 == .wrongNameOrPassword } == 5)
        await accounts.close()
    }

    @Test(
        "names and passwords that nobody can have are refused without being looked up",
        arguments: ["", "a\0b", "\u{7}", String(repeating: "x", count: 257), String(repeating: "x", count: 1 << 19)])
    func impossible(text: String) async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        guard case .invalidName? = try await refusal({ _ = try await accounts.signIn(text) }) else {
            Issue.record("a name was looked up")
            return
        }
        guard case .invalidPassword? = try await refusal({ _ = try await accounts.signIn("operator", text) }) else {
            Issue.record("a password was tried")
            return
        }
        await accounts.close()
    }

    @Test("a session ends with its time: a shift for who works here, a week for patients")
    func expires() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let chief: SignedIn = try await accounts.makeOperator()
        let ana: SignedIn = try await accounts.make(Invitation(name: "Ana", role: .patient, patient: "p1"), by: chief)
        accounts.clock.pass(.seconds(12 * 3600))
        let ended: AuthenticationRefusal = .sessionNeeded(reason: SessionError.expired.description)
        #expect(try await refusal { _ = try await accounts.with(chief) { try await $0.session() } } == ended)
        _ = try await accounts.with(ana) { try await $0.session() }
        accounts.clock.pass(.seconds(7 * 86_400))
        #expect(try await refusal { _ = try await accounts.with(ana) { try await $0.session() } } == ended)
        await accounts.close()
    }

    @Test("signing out ends the session and the minors' made from it, and who follows is told")
    func signOut() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let chief: SignedIn = try await accounts.makeOperator()
        let ana: SignedIn = try await accounts.make(Invitation(name: "Ana", role: .patient, wards: ["p2"]), by: chief)
        let minor: SignedIn = try await accounts.with(ana) { try await $0.minorSession(MinorSessionRequest(patient: "p2")) }
        let news: OutputSequence<SessionNews, AuthenticationRefusal>.AsyncIterator = accounts.client.watchSessions().makeAsyncIterator()
        guard case .key(let key)? = try await news.next() else {
            Issue.record("no key was told")
            return
        }
        #expect(key.count == 32)
        #expect(try await news.next() == .complete)
        let out: SignedOut = try await accounts.with(ana) { try await $0.signOut() }
        #expect(Set(out.sessions) == [ana.session.id, minor.session.id])
        guard case .revoked(let revoked)? = try await news.next() else {
            Issue.record("nothing was told")
            return
        }
        // One is enough: the minor's names the guardian's.
        #expect(revoked.map(\.session) == [ana.session.id])
        let ended: AuthenticationRefusal = .sessionNeeded(reason: SessionError.revoked.description)
        #expect(try await refusal { _ = try await accounts.with(ana) { try await $0.session() } } == ended)
        #expect(try await refusal { _ = try await accounts.with(ana) { try await $0.signOut() } } == ended)
        _ = try await accounts.with(chief) { try await $0.session() }
        await accounts.close()
    }

    @Test("a guardian has sessions for their wards and nobody else, and they are no session of one's own")
    func minors() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let chief: SignedIn = try await accounts.makeOperator()
        let ana: SignedIn = try await accounts.make(Invitation(name: "Ana", role: .patient, patient: "p1", wards: ["p2"]), by: chief)
        let minor: SignedIn = try await accounts.with(ana) { try await $0.minorSession(MinorSessionRequest(patient: "p2")) }
        #expect(minor.session.patient == "p2" && minor.session.guardian == ana.session.user && minor.session.role == .patient)
        #expect(minor.session.user != ana.session.user && minor.session.expires <= ana.session.expires)
        for patient: String in ["p1", "p3", "", "\0"] {
            #expect(
                try await refusal { _ = try await accounts.with(ana) { try await $0.minorSession(MinorSessionRequest(patient: patient)) } }
                    == .notGuardian(patient: patient))
        }
        #expect(
            try await refusal { _ = try await accounts.with(chief) { try await $0.minorSession(MinorSessionRequest(patient: "p2")) } }
                == .notGuardian(patient: "p2"))
        let own: AuthenticationRefusal = .sessionNeeded(reason: SessionError.ofMinor.description)
        #expect(try await refusal { _ = try await accounts.with(minor) { try await $0.session() } } == own)
        #expect(try await refusal { _ = try await accounts.with(minor) { try await $0.signOut() } } == own)
        await accounts.close()
    }

    @Test("minors' sessions are bounded, and make room as they end")
    func manyMinors() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let chief: SignedIn = try await accounts.makeOperator()
        let ana: SignedIn = try await accounts.make(Invitation(name: "Ana", role: .patient, wards: ["p2"]), by: chief)
        for _ in 0..<100 { _ = try await accounts.with(ana) { try await $0.minorSession(MinorSessionRequest(patient: "p2")) } }
        #expect(
            try await refusal { _ = try await accounts.with(ana) { try await $0.minorSession(MinorSessionRequest(patient: "p2")) } }
                == .tooManyAttempts(retryAfter: .seconds(3600)))
        accounts.clock.pass(.seconds(3600))
        _ = try await accounts.with(ana) { try await $0.minorSession(MinorSessionRequest(patient: "p2")) }
        await accounts.close()
    }
}
