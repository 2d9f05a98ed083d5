import AuthenticationIO
import Colonnade
import ColonnadePresentation
import ColonnadeTesting
import Testing

@testable import AuthenticationPresentation

@Suite("The screen to sign in", .timeLimit(.minutes(2)))
struct SignInScreenTests {
    private static let here: SignInScreenInput = SignInScreenInput(place: "192.0.2.1")

    @Test("the view asks for name and password, says what is wrong where it is, and holds no password")
    func view() throws {
        let state: SignInState = SignInState(name: "ana", nameError: "Another name.", error: "Both are wrong.")
        let screen: Screen = signInView(state)
        try screen.check()
        #expect(screen.field("name")?.input == .text("ana", autocomplete: "username"))
        #expect(screen.field("name")?.error == "Another name." && screen.field("password")?.error == nil)
        #expect(screen.field("password")?.input == .password(isNew: false))
        guard case .form(let form)? = screen.element("signIn")?.content else {
            Issue.record("no form")
            return
        }
        #expect(form.error == "Both are wrong.")
        #expect(signInView(SignInState(isSignedIn: true)).field("password") == nil)
    }

    @Test("somebody signs in by name and password, after a wrong one", arguments: Way.allCases)
    func signsIn(_ way: Way) async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest(way: way)
        let chief: SignedIn = try await accounts.makeOperator()
        let screen: OpenScreen = OpenScreen()
        async let completion: Completion = screen.show { accounts.client.signInScreen(Self.here, $0) }
        try await screen.submit("signIn", ["name": "operator", "password": "not the right one"])
        try await screen.sees("do not belong together")
        #expect(screen.screens.all.last?.field("name")?.input == .text("operator", autocomplete: "username"))
        try await screen.submit("signIn", ["name": "Operator", "password": AccountsUnderTest.password])
        // Pressed twice: the second time signs nobody in.
        try? await screen.submit("signIn", ["name": "Operator", "password": AccountsUnderTest.password])
        #expect(try await completion == .done)
        guard case .signedIn(let signedIn)? = screen.routes.first?.value(as: SignInRoute.self) else {
            Issue.record("nobody was signed in")
            return
        }
        #expect(screen.routes.count == 1 && signedIn.session.user == chief.session.user)
        #expect(try await accounts.with(signedIn) { try await $0.session() } == signedIn.session)
        await accounts.close()
    }

    @Test("the name is filled in, the invitation leads on, and no answer holds a password")
    func leadsOn() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let screen: OpenScreen = OpenScreen()
        async let completion: Completion = screen.show {
            accounts.client.signInScreen(SignInScreenInput(place: "", name: "ana"), $0)
        }
        #expect(try await screen.screens.first().field("name")?.input == .text("ana", autocomplete: "username"))
        try await screen.act("signUp", .pressed)
        let secret: String = "secret-\(UUID())"
        try await screen.submit("signIn", ["name": "ana", "password": secret])
        try await screen.sees("do not belong together")
        try await screen.submit("signIn", ["name": " ", "password": secret])
        try await screen.sees("Give another name")
        try await screen.submit("signIn", ["name": "ana", "password": secret + "\0"])
        try await screen.sees("no control characters")
        try await screen.submit("signIn", ["name": String(repeating: "n", count: 10_000), "password": secret])
        #expect(try await screen.sees("1 to 64 characters").field("name")?.input == .text("", autocomplete: "username"))
        screen.actions.finish()
        #expect(try await completion == .notDone)
        #expect(screen.routes.first?.value(as: SignInRoute.self) == .signUpWanted)
        #expect(!screen.told(secret))
        await accounts.close()
    }

    @Test("a screen on which nothing is done for long is closed")
    func silence() async throws {
        try await withAccounts(time: .virtual(from: TestClock.start)) { client in
            let screen: OpenScreen = OpenScreen()
            let end: Completion = try await screen.show { client.signInScreen(Self.here, $0) }
            #expect(end == .notDone)
            #expect(screen.screens.all.count == 1)
        }
    }
}

@Suite("The screen to sign up", .timeLimit(.minutes(2)))
struct SignUpScreenTests {
    @Test("the view asks for the code and twice for the password, and says what is wrong where it is")
    func view() throws {
        let screen: Screen = signUpView(SignUpState(code: "A1B2", codeError: "wrong", againError: "different"))
        try screen.check()
        #expect(screen.field("code")?.input == .text("A1B2", autocomplete: "one-time-code") && screen.field("code")?.error == "wrong")
        #expect(screen.field("password")?.input == .password(isNew: true) && screen.field("again")?.error == "different")
    }

    @Test("who was invited makes their account, once all is right", arguments: Way.allCases)
    func signsUp(_ way: Way) async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest(way: way)
        let code: String = try #require(try accounts.folder.operatorCode())
        let screen: OpenScreen = OpenScreen()
        async let completion: Completion = screen.show {
            accounts.client.signUpScreen(SignUpScreenInput(place: "192.0.2.1", code: code), $0)
        }
        #expect(try await screen.screens.first().field("code")?.input == .text(code, autocomplete: "one-time-code"))
        let (password, other): (String, String) = ("correct horse battery", "correct horse bakery")
        try await screen.submit("signUp", ["code": code, "password": password, "again": other])
        try await screen.sees("are not the same")
        try await screen.submit("signUp", ["code": code, "password": "short", "again": "short"])
        try await screen.sees("12 characters at least; a sentence")
        try await screen.submit("signUp", ["code": "not a code", "password": password, "again": password])
        try await screen.sees("This code does not count")
        try await screen.submit("signUp", ["code": code.lowercased(), "password": password, "again": password])
        #expect(try await completion == .done)
        guard case .signedIn(let signedIn)? = screen.routes.first?.value(as: SignUpRoute.self) else {
            Issue.record("nobody was signed up")
            return
        }
        #expect(signedIn.session.role == .operator && !screen.told(password) && !screen.told(other))
        #expect(try await accounts.with(signedIn) { try await $0.session() } == signedIn.session)
        await accounts.close()
    }

    @Test("who has an account is led on")
    func leadsOn() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        let screen: OpenScreen = OpenScreen()
        async let completion: Completion = screen.show { accounts.client.signUpScreen(SignUpScreenInput(place: ""), $0) }
        try await screen.act("signIn", .pressed)
        screen.actions.finish()
        #expect(try await completion == .notDone)
        #expect(screen.routes.first?.value(as: SignUpRoute.self) == .signInWanted)
        await accounts.close()
    }
}
