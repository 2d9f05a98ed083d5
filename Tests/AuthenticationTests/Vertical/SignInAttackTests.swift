import AuthenticationIO
import Colonnade
import ColonnadePresentation
import Testing

@testable import AuthenticationPresentation

@Suite("Signing in while others try to", .timeLimit(.minutes(2)))
struct SignInAttackTests {
    @Test("wrong passwords of others, from another edge, keep nobody out")
    func otherEdge() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        _ = try await accounts.makeOperator()
        let others: AuthenticationClient = accounts.client(of: "octopus")
        for _: Int in 0..<5 { #expect(try await attempt(others, "operator") == .wrongNameOrPassword) }
        #expect(try await attempt(others, "operator") == .tooManyAttempts(retryAfter: .seconds(1)))
        #expect(try await attempt(accounts.client(of: "appointments"), "operator", AccountsUnderTest.password) == nil)
        #expect(try await attempt(others, "operator", AccountsUnderTest.password) == .tooManyAttempts(retryAfter: .seconds(1)))
        await accounts.close()
    }

    @Test("ninety attempts with invented names that come at once keep nobody out")
    func inventedNames() async throws {
        // A hash takes long enough for all of them to come before the first few are done.
        let accounts: AccountsUnderTest = try await AccountsUnderTest(cost: 12)
        _ = try await accounts.makeOperator()
        let others: AuthenticationClient = accounts.client(of: "octopus")
        let owner: AuthenticationClient = accounts.client(of: "appointments")
        // Connected before the others come.
        #expect(try await attempt(owner, "nobody") == .wrongNameOrPassword)
        let told: [AuthenticationRefusal?] = try await withThrowingTaskGroup(of: AuthenticationRefusal?.self) { group in
            for number: Int in 0..<90 { group.addTask { try await attempt(others, "nobody-\(number)") } }
            // One of the ninety has its answer: the others are there.
            _ = try await group.next()
            #expect(try await attempt(owner, "operator", AccountsUnderTest.password) == nil)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(told.allSatisfy { $0 == .wrongNameOrPassword || $0 == .busy(retryAfter: .seconds(1)) })
        await accounts.close()
    }

    @Test("wrong passwords at one browser keep nobody out who sits at another, and are counted there")
    func otherBrowser() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        _ = try await accounts.makeOperator()
        let shell: AuthenticationClient = accounts.client(of: "octopus")
        for _: Int in 0..<5 { #expect(try await attempt(shell, at: "192.0.2.1") == .wrong) }
        #expect(try await attempt(shell, at: "192.0.2.1") == .tooMany)
        #expect(try await attempt(shell, at: "192.0.2.1", AccountsUnderTest.password) == .tooMany)
        #expect(try await attempt(shell, at: "192.0.2.2", AccountsUnderTest.password) == .signedIn)
        // Who has no place is at none of the others.
        #expect(try await attempt(shell, at: "", AccountsUnderTest.password) == .signedIn)
        await accounts.close()
    }

    @Test("another edge than the shell's names as many places as it likes, and none of them counts")
    func namedPlaces() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        _ = try await accounts.makeOperator()
        let other: AuthenticationClient = accounts.client(of: "appointments")
        for number: Int in 0..<5 { #expect(try await attempt(other, at: "192.0.2.\(number)") == .wrong) }
        #expect(try await attempt(other, at: "192.0.2.9", AccountsUnderTest.password) == .tooMany)
        await accounts.close()
    }

    @Test("whoever opens very many screens at one browser keeps nobody out who sits at another")
    func manyScreens() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest()
        _ = try await accounts.makeOperator()
        let shell: AuthenticationClient = accounts.client(of: "octopus")
        let opened: [OpenScreen] = (0..<OpenScreens.mostByPerson).map { _ in OpenScreen() }
        try await withThrowingDiscardingTaskGroup { group in
            for screen: OpenScreen in opened {
                group.addTask { _ = try await screen.show { shell.signInScreen(SignInScreenInput(place: "192.0.2.1"), $0) } }
            }
            for screen: OpenScreen in opened { _ = try await screen.screens.first() }
            await #expect(throws: CallFailure<AuthenticationRefusal>.self) {
                try await OpenScreen().show { shell.signInScreen(SignInScreenInput(place: "192.0.2.1"), $0) }
            }
            #expect(try await attempt(shell, at: "192.0.2.2", AccountsUnderTest.password) == .signedIn)
            for screen: OpenScreen in opened { screen.actions.finish() }
        }
        #expect(try await attempt(shell, at: "192.0.2.1", AccountsUnderTest.password) == .signedIn)
        await accounts.close()
    }

    @Test("ninety attempts that come at once from one browser keep nobody out who sits at another")
    func ninetyAtOneBrowser() async throws {
        let accounts: AccountsUnderTest = try await AccountsUnderTest(cost: 12)
        _ = try await accounts.makeOperator()
        let shell: AuthenticationClient = accounts.client(of: "octopus")
        #expect(try await attempt(shell, at: "192.0.2.2") == .wrong)
        let told: [Attempt] = try await withThrowingTaskGroup(of: Attempt.self) { group in
            for number: Int in 0..<90 { group.addTask { try await attempt(shell, at: "192.0.2.1", name: "nobody-\(number)") } }
            // One of the ninety has its answer: the others are there.
            _ = try await group.next()
            #expect(try await attempt(shell, at: "192.0.2.2", AccountsUnderTest.password) == .signedIn)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(told.allSatisfy { $0 == .wrong || $0 == .busy })
        await accounts.close()
    }

    /// What has come of an attempt on the screen.
    private enum Attempt {
        case signedIn, wrong, tooMany, busy
    }

    /// Somebody tries on the screen, once.
    private func attempt(
        _ client: AuthenticationClient, at place: String, _ password: String = "a wrong password", name: String = "operator"
    ) async throws -> Attempt {
        let screen: OpenScreen = OpenScreen()
        async let completion: Completion = screen.show { client.signInScreen(SignInScreenInput(place: place), $0) }
        try await screen.submit("signIn", ["name": name, "password": password])
        let answer: Screen = try await screen.screens.nth(2)
        screen.actions.finish()
        if try await completion == .done { return .signedIn }
        let text: String = answer.plainText
        return text.contains("too many attempts") ? .tooMany : text.contains("Many people") ? .busy : .wrong
    }

    private func attempt(
        _ client: AuthenticationClient, _ name: String, _ password: String = "a wrong password"
    ) async throws -> AuthenticationRefusal? {
        try await refusal { _ = try await client.signIn(SignIn(name: name, password: password)) }
    }
}
