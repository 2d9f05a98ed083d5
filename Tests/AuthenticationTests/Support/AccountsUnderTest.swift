import Authentication
import AuthenticationIO
import Colonnade
import Foundation
import Testing

/// Authentication over accounts of its own, as another vertical reaches it: through a client, frames and a dispatcher.
final class AccountsUnderTest: Sendable {
    static let password: String = "correct horse battery"

    let client: AuthenticationClient
    let clock: TestClock
    let folder: TestFolder
    private let launcher: Launcher

    init(clock: TestClock = TestClock(), folder given: TestFolder? = nil) async throws {
        self.clock = clock
        folder = try given ?? TestFolder()
        let file: String = folder.path + "/configuration.json"
        // As little work as there can be: what is tested here is not how slow a hash is.
        try Data(#"{"passwordCost": 4, "passwordParallelism": 1}"#.utf8).write(to: URL(fileURLWithPath: file))
        var options: MainOptions = MainOptions(
            stateDirectory: folder.path + "/state", runtimeDirectory: folder.path + "/run", configurationFile: file)
        options.world = clock.world
        launcher = try await PluginLauncher.with(options: options).install(launcherPlugin: AuthenticationLauncherPlugin()).initialize()
        client = AuthenticationClient(launcher.mainboard.channel(to: "Authentication"))
    }

    func close() async { await launcher.stop() }

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

/// What the call is refused for; nil where it is not.
func refusal(_ call: () async throws -> Void) async throws -> AuthenticationRefusal? {
    do {
        try await call()
        return nil
    } catch CallFailure<AuthenticationRefusal>.refused(let refusal) {
        return refusal
    }
}
