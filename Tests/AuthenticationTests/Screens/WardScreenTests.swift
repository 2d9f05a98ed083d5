import AuthenticationDomain
import AuthenticationIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import Testing

@testable import AuthenticationPresentation

@Suite("The screen of a guardian's wards", .timeLimit(.minutes(2)))
struct WardScreenTests {
    @Test("the view shows oneself only where there is a record, and says where nobody is there to act for")
    func view() throws {
        let guardian: Screen = wardView(WardState(hasOwnRecord: true, wards: [Self.ward("p2"), Self.ward("p3")], error: "too many"))
        try guardian.check()
        #expect(Self.rows(guardian) == ["oneself", "ward:p2", "ward:p3"] && guardian.element("error") != nil)
        #expect(Self.rows(wardView(WardState(hasOwnRecord: false, wards: [Self.ward("p2")]))) == ["ward:p2"])
        #expect(wardView(WardState(hasOwnRecord: false, wards: [])).plainText.contains("You act for nobody"))
    }

    @Test("a guardian chooses a ward, and has a session for them", arguments: Way.allCases)
    func actsFor(_ way: Way) async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest(way: way)
        let chief: SignedIn = try await accounts.makeOperator()
        let ana: SignedIn = try await accounts.make(Invitation(name: "Ana", role: .patient, patient: "p1", wards: ["p9", "p2"]), by: chief)
        let screen: OpenScreen = OpenScreen()
        try await accounts.with(ana) { client in
            async let completion: Completion = screen.show { client.wardScreen((), $0) }
            let shown: Screen = try await screen.screens.first { Self.rows($0) == ["oneself", "ward:p9", "ward:p2"] }
            // Each with a session, so that the shell may ask for the name.
            #expect(Set(shown.people.map(\.id)) == ["p9", "p2"] && shown.people.allSatisfy { $0.session != nil })
            try await screen.act("wards", .chosen("ward:p3"))
            try await screen.act("wards", .chosen("ward:p2"))
            #expect(try await completion == .done)
        }
        guard case .actingFor(let minor)? = screen.routes.first?.value(as: WardRoute.self) else {
            Issue.record("nobody is acted for")
            return
        }
        #expect(screen.routes.count == 1)
        #expect(minor.session.patient == "p2" && minor.session.guardian == ana.session.user && minor.session.role == .patient)
        await accounts.close()
    }

    @Test("a guardian may act for themselves; strangers see nobody's wards")
    func oneself() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let chief: SignedIn = try await accounts.makeOperator()
        let ana: SignedIn = try await accounts.make(Invitation(name: "Ana", role: .patient, patient: "p1", wards: ["p2"]), by: chief)
        let screen: OpenScreen = OpenScreen()
        try await accounts.with(ana) { client in
            async let completion: Completion = screen.show { client.wardScreen((), $0) }
            try await screen.sees("Yourself")
            try await screen.act("wards", .chosen("oneself"))
            #expect(try await completion == .done)
        }
        #expect(screen.routes.map { $0.value() } == [WardRoute.actingForOneself])
        let stranger: AuthenticationRefusal? = try await refusal {
            _ = try await OpenScreen().show { accounts.client.wardScreen((), $0) }
        }
        #expect(stranger == .sessionNeeded(reason: SessionError.missing.description))
        await accounts.close()
    }

    private static func ward(_ patient: String) -> WardDomainModel { WardDomainModel(patient: patient, token: "token") }

    private static func rows(_ screen: Screen) -> [String] {
        guard case .list(let list)? = screen.element("wards")?.content else { return [] }
        return list.rows.map(\.id)
    }
}
