import AuthenticationIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import Testing

@testable import AuthenticationPresentation

@Suite("The screen to invite somebody", .timeLimit(.minutes(2)))
struct InviteScreenTests {
    private static let address: String = "http://127.0.0.1:8080/sign-up?code="

    @Test("the view offers the caller's roles, and shows an invitation instead of the form")
    func view() throws {
        var state: InviteState = InviteState(
            roles: [.patient], values: InviteState.Values(name: "Ana", role: "patient"), nameError: "taken")
        let form: Screen = inviteView(state)
        try form.check()
        #expect(
            form.field("role")?.input
                == .choice([ScreenOption(id: "patient", title: "Patient")], selected: ["patient"], severalAllowed: false))
        #expect(form.field("name")?.error == "taken")
        state.made = InviteState.Made(name: "Ana", code: "A1B2", link: nil, expires: TestClock.start)
        let made: Screen = inviteView(state)
        try made.check()
        #expect(made.element("invite") == nil && made.element("link") == nil && made.plainText.contains("Code: A1B2"))
    }

    @Test("an operator invites somebody, who signs up by the code; the code is shown once", arguments: Way.allCases)
    func invites(_ way: Way) async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest(way: way)
        let chief: SignedIn = try await accounts.makeOperator()
        let screen: OpenScreen = OpenScreen()
        try await accounts.with(chief) { client in
            async let completion: Completion = screen.show { client.inviteScreen(InviteScreenInput(address: Self.address), $0) }
            try await screen.act("invite", .submitted(["name": .text("operator"), "role": .options(["staff"])]))
            try await screen.sees("Somebody has this name already")
            try await screen.act("invite", .submitted(["name": .text("Ana"), "role": .options(["patient"])]))
            try await screen.sees("names the patient, or wards")
            try await screen.act(
                "invite", .submitted(["name": .text("Ana"), "role": .options(["patient"]), "wards": .text("p2,  p3\np4")]))
            let made: Screen = try await screen.sees("Ana is invited")
            let code: String = try #require(Self.code(in: made))
            #expect(made.plainText.contains(Self.address + code))
            try await screen.act("another", .pressed)
            _ = try await screen.screens.nth(2) { $0.field("name")?.input == .text("", autocomplete: nil) }
            #expect(screen.screens.all.last?.plainText.contains(code) == false)
            screen.actions.finish()
            #expect(try await completion == .notDone)
            let ana: SignedIn = try await client.signUp(SignUp(code: code, password: AccountsUnderTest.password))
            #expect(ana.session.role == .patient && ana.session.patient == nil)
        }
        await accounts.close()
    }

    @Test("staff invite patients alone, patients and strangers nobody")
    func whoInvites() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let chief: SignedIn = try await accounts.makeOperator()
        let staff: SignedIn = try await accounts.make(Invitation(name: "Dr. Roth", role: .staff), by: chief)
        let ana: SignedIn = try await accounts.make(Invitation(name: "Ana", role: .patient, patient: "p1"), by: chief)
        let screen: OpenScreen = OpenScreen()
        try await accounts.with(staff) { client in
            async let completion: Completion = screen.show { client.inviteScreen(InviteScreenInput(), $0) }
            // A role that the form does not offer.
            try await screen.act("invite", .submitted(["name": .text("Beat"), "role": .options(["operator"])]))
            try await screen.act("invite", .submitted(["name": .text("Beat"), "role": .options(["patient"]), "patient": .text("p9")]))
            try await screen.sees("Beat is invited")
            screen.actions.finish()
            _ = try await completion
        }
        #expect(screen.screens.all.count == 2)
        let told: AuthenticationRefusal? = try await refusal {
            _ = try await accounts.with(ana) { client in try await OpenScreen().show { client.inviteScreen(InviteScreenInput(), $0) } }
        }
        #expect(told == .notAllowed)
        let stranger: AuthenticationRefusal? = try await refusal {
            _ = try await OpenScreen().show { accounts.client.inviteScreen(InviteScreenInput(), $0) }
        }
        #expect(stranger == .sessionNeeded(reason: SessionError.missing.description))
        await accounts.close()
    }

    private static func code(in screen: Screen) -> String? {
        screen.plainText.split(separator: "\n").first { $0.hasPrefix("Code: ") }.map { String($0.dropFirst(6)) }
    }
}
