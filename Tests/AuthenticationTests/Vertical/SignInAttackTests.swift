import AuthenticationIO
import Colonnade
import Testing

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

    private func attempt(
        _ client: AuthenticationClient, _ name: String, _ password: String = "a wrong password"
    ) async throws -> AuthenticationRefusal? {
        try await refusal { _ = try await client.signIn(SignIn(name: name, password: password)) }
    }
}
