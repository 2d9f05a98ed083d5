import AuthenticationDomain
import AuthenticationIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import Testing

@testable import AuthenticationPresentation

@Suite("The screen of one's sessions", .timeLimit(.minutes(2)))
struct SessionsScreenTests {
    @Test("the view shows each session, marks the own, and says where some may be missing")
    func view() throws {
        let ids: [UUID] = [UUID(), UUID()]
        let sessions: [BegunSessionDomainModel] = ids.map {
            BegunSessionDomainModel(
                id: $0, place: $0 == ids[0] ? "192.0.2.1" : nil, issued: TestClock.start, expires: TestClock.start.addingTimeInterval(60))
        }
        var state: SessionsState = SessionsState(own: ids[1])
        #expect(sessionsView(state).element("endAll") == nil, "nothing is known yet")
        state.sessions = BegunSessionsDomainModel(sessions: sessions, isCut: true)
        let screen: Screen = sessionsView(state)
        try screen.check()
        guard case .list(let list)? = screen.element("sessions")?.content else {
            Issue.record("no list")
            return
        }
        #expect(list.rows.map(\.id) == ids.map(\.uuidString))
        #expect(list.rows.map(\.badge) == [nil, "This session"])
        #expect(list.rows.map(\.title.plainText) == ["192.0.2.1", "Somewhere"])
        #expect(screen.element("cut") != nil)
        state.isLeaving = true
        #expect(sessionsView(state).element("sessions") == nil)
    }

    @Test("sessions come and go while they are looked at; one that is ended counts no longer", arguments: Way.allCases)
    func live(_ way: Way) async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest(way: way)
        let chief: SignedIn = try await accounts.makeOperator()
        let screen: OpenScreen = OpenScreen()
        try await accounts.with(chief) { client in
            async let completion: Completion = screen.show { client.sessionsScreen((), $0) }
            _ = try await screen.screens.first { Self.rows($0) == [chief.session.id] }
            let other: SignedIn = try await accounts.signIn("operator")
            _ = try await screen.screens.first { Set(Self.rows($0)) == [chief.session.id, other.session.id] }
            try await screen.act("sessions", .chosen(other.session.id.uuidString))
            _ = try await screen.screens.nth(2) { Self.rows($0) == [chief.session.id] }
            let ended: AuthenticationRefusal = .sessionNeeded(reason: SessionError.revoked.description)
            #expect(try await refusal { _ = try await accounts.with(other) { try await $0.session() } } == ended)
            // A session of nobody's, and no session at all.
            try await screen.act("sessions", .chosen(UUID().uuidString))
            try await screen.act("sessions", .chosen("x"))
            try await screen.act("sessions", .chosen(chief.session.id.uuidString))
            #expect(try await completion == .done)
            #expect(screen.routes.map { $0.value() } == [SessionsRoute.signedOut(SignedOut(sessions: [chief.session.id]))])
            #expect(try await refusal { _ = try await client.session() } == ended)
        }
        await accounts.close()
    }

    @Test("all sessions end at once, also those of wards, and nobody else's")
    func endAll() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let chief: SignedIn = try await accounts.makeOperator()
        let ana: SignedIn = try await accounts.make(Invitation(name: "Ana", role: .patient, wards: ["p2"]), by: chief)
        accounts.clock.pass(.seconds(1))
        let again: SignedIn = try await accounts.signIn("Ana")
        let minor: SignedIn = try await accounts.with(ana) { try await $0.minorSession(MinorSessionRequest(patient: "p2")) }
        let screen: OpenScreen = OpenScreen()
        try await accounts.with(ana) { client in
            async let completion: Completion = screen.show { client.sessionsScreen((), $0) }
            _ = try await screen.screens.first { Self.rows($0) == [again.session.id, ana.session.id] }
            try await screen.act("endAll", .pressed)
            #expect(try await completion == .done)
        }
        guard case .signedOut(let out)? = screen.routes.first?.value(as: SessionsRoute.self) else {
            Issue.record("nobody was signed out")
            return
        }
        #expect(Set(out.sessions) == [ana.session.id, again.session.id, minor.session.id])
        let ended: AuthenticationRefusal = .sessionNeeded(reason: SessionError.revoked.description)
        for session: SignedIn in [ana, again] {
            #expect(try await refusal { _ = try await accounts.with(session) { try await $0.session() } } == ended)
        }
        _ = try await accounts.with(chief) { try await $0.session() }
        accounts.clock.pass(.seconds(1))
        let later: SignedIn = try await accounts.signIn("Ana")
        _ = try await accounts.with(later) { try await $0.session() }
        await accounts.close()
    }

    @Test("who is signed out elsewhere sees nothing more, and strangers nothing at all")
    func endedElsewhere() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let chief: SignedIn = try await accounts.makeOperator()
        let screen: OpenScreen = OpenScreen()
        let ended: Mailbox<AuthenticationRefusal?> = Mailbox()
        try await accounts.with(chief) { client in
            let showing: Task<Void, any Error> = Task {
                ended.put(try await refusal { _ = try await screen.show { client.sessionsScreen((), $0) } })
            }
            defer { showing.cancel() }
            try await screen.sees("Sign out everywhere")
            _ = try await client.signOut()
            _ = try await ended.first()
        }
        let told: AuthenticationRefusal? = try await ended.first()
        #expect(told == .sessionNeeded(reason: SessionError.revoked.description))
        let stranger: AuthenticationRefusal? = try await refusal {
            _ = try await OpenScreen().show { accounts.client.sessionsScreen((), $0) }
        }
        #expect(stranger == .sessionNeeded(reason: SessionError.missing.description))
        await accounts.close()
    }

    /// The sessions that a screen lists.
    private static func rows(_ screen: Screen) -> [UUID] {
        guard case .list(let list)? = screen.element("sessions")?.content else { return [] }
        return list.rows.compactMap { UUID(uuidString: $0.id) }
    }
}
