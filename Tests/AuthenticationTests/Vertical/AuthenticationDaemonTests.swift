import AuthenticationIO
import Colonnade
import ColonnadeTesting
import Testing

@Suite("The daemon svc-authentication", .timeLimit(.minutes(2)))
struct AuthenticationDaemonTests {
    @Test("a session that was signed out of stays revoked after kill -9, and the others stay valid")
    func killed() async throws {
        let folder: TemporaryDirectory = try TemporaryDirectory()
        let first: AuthenticationDaemon = try await AuthenticationDaemon(in: folder)
        let code: String = try #require(try folder.operatorCode())
        let one: SignedIn = try await first.client.signUp(SignUp(code: code, password: AccountsUnderTest.password))
        let two: SignedIn = try await first.client.signIn(SignIn(name: "operator", password: AccountsUnderTest.password))
        _ = try await CallMetadata.$current.withValue(CallMetadata(session: one.token)) { try await first.client.signOut() }
        #expect(try await first.process.kill() == .signalled(9))

        let second: AuthenticationDaemon = try await AuthenticationDaemon(in: folder)
        #expect(try folder.operatorCode() == nil)
        let revoked: AuthenticationRefusal? = try await refusal {
            _ = try await CallMetadata.$current.withValue(CallMetadata(session: one.token)) { try await second.client.session() }
        }
        #expect(revoked == .sessionNeeded(reason: SessionError.revoked.description))
        let mine: SessionDescription = try await CallMetadata.$current.withValue(CallMetadata(session: two.token)) {
            try await second.client.session()
        }
        #expect(mine == two.session)
        #expect(try await second.process.stop() == .exited(0))
    }

    @Test("garbage as a session is refused, and the daemon goes on", arguments: ["", ".", "a.b", "\u{1F600}"])
    func garbage(token: String) async throws {
        let folder: TemporaryDirectory = try TemporaryDirectory()
        let daemon: AuthenticationDaemon = try await AuthenticationDaemon(in: folder)
        let refused: AuthenticationRefusal? = try await refusal {
            _ = try await CallMetadata.$current.withValue(CallMetadata(session: token)) { try await daemon.client.session() }
        }
        #expect(refused == .sessionNeeded(reason: SessionError.malformed.description))
        #expect(try await daemon.process.stop() == .exited(0))
    }
}
