import ColonnadeContract
import ColonnadeTransport
import EchoIO
import Testing

@Suite("Users at an edge", .timeLimit(.minutes(2)))
struct OwnerTests {
    /// Neither root nor whoever runs tests.
    private static let stranger: UInt32 = 4_242_424

    private func echo(owner: UInt32?) async throws -> Result<EchoPayload, EchoFailure> {
        var result: Result<EchoPayload, EchoFailure>?
        try await withRig(.memory) { rig in
            let server: Server = Server(
                configuration: ServerConfiguration(provider: "echo", dispatchers: [EchoDispatcher(ScriptedEcho())]),
                loop: rig.providerLoop)
            server.serve(
                acceptor: ForeignAcceptor(try await rig.acceptor(), uid: Self.stranger), consumer: "tester", owner: owner)
            do throws(EchoFailure) {
                result = .success(try await rig.client().echo(EchoPayload(bytes: [1])))
            } catch {
                result = .failure(error)
            }
            server.close()
        }
        return try #require(result)
    }

    @Test("the user that a socket was made for may call")
    func owner() async throws {
        #expect(try await echo(owner: Self.stranger).get().bytes == [1])
    }

    @Test("no other user may, but root and the provider's own", arguments: [nil, 4_242_425] as [UInt32?])
    func others(_ owner: UInt32?) async throws {
        guard case .failure(let failure) = try await echo(owner: owner) else {
            Issue.record("a stranger was let in")
            return
        }
        #expect(failure.fault?.code == .undeclared && failure.fault?.message.contains("\(Self.stranger)") == true)
    }
}
