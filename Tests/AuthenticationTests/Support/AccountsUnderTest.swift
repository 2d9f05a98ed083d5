import Authentication
import AuthenticationIO
import Colonnade
import ColonnadeTesting
import Testing

/// Authentication over accounts of its own, as another vertical reaches it: through a client, frames and a dispatcher.
final class AccountsUnderTest: Sendable {
    static let password: String = "correct horse battery"

    let client: AuthenticationClient
    let clock: TestClock
    private let vertical: VerticalUnderTest

    /// - Parameters:
    ///   - folder: the home of an earlier one, whose accounts it finds.
    ///   - cost: how much work a password is.
    ///   - way: how it is reached.
    init(clock: TestClock = TestClock(), folder: TemporaryDirectory? = nil, cost: Int = 4, way: Way = .memory) async throws {
        self.clock = clock
        // As little work as there can be: what is tested here is not how slow a hash is.
        vertical = try await .start(
            AuthenticationLauncherPlugin(), by: way,
            configuration: AuthenticationConfiguration(passwordCost: cost, passwordParallelism: 1),
            world: clock.world, home: folder)
        client = AuthenticationClient(vertical.channel(to: AuthenticationContract.descriptor))
    }

    var folder: TemporaryDirectory { vertical.home }

    /// The way of a vertical of its own edge.
    func client(of consumer: String) -> AuthenticationClient {
        AuthenticationClient(vertical.channel(to: AuthenticationContract.descriptor, as: consumer))
    }

    func close() async { await vertical.end() }

    /// The first operator, signed up by the code in the file.
    func makeOperator() async throws -> SignedIn {
        try await client.signUp(SignUp(code: try #require(try folder.operatorCode()), password: Self.password))
    }

    func make(_ invitation: Invitation, by session: SignedIn) async throws -> SignedIn {
        let code: InvitationCode = try await with(session) { try await $0.invite(invitation) }
        return try await client.signUp(SignUp(code: code.code, password: Self.password))
    }

    /// Calls with a session.
    func with<Value: Sendable>(
        _ session: SignedIn, _ body: (AuthenticationClient) async throws -> Value
    ) async throws -> Value {
        try await CallMetadata.$current.withValue(CallMetadata(session: session.token)) { try await body(client) }
    }
}

/// Authentication in a time of its own, for what is waited for.
func withAccounts(
    time: TestTime, _ body: @escaping @Sendable (AuthenticationClient) async throws -> Void
) async throws {
    try await withVertical(
        AuthenticationLauncherPlugin(), configuration: AuthenticationConfiguration(passwordCost: 4, passwordParallelism: 1), time: time
    ) { vertical in
        try await body(AuthenticationClient(vertical.channel(to: AuthenticationContract.descriptor, as: "octopus")))
    }
}

/// What the call is refused for; nil where it is not.
func refusal(_ call: () async throws -> Void) async throws -> AuthenticationRefusal? {
    do {
        try await call()
        return nil
    } catch CallFailure<AuthenticationRefusal>.refused(let refusal) {
        return refusal
    }
}
