import Colonnade
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing

@testable import ColonnadeVertical

@Suite("Callers who pass a gate as they are")
struct BarrierPassTests {
    private static let payload: EchoPayload = EchoPayload(bytes: [9])
    /// Lets pass who comes with this session, and is asked on behalf of the call.
    private static let installation: GateInstallation = GateInstallation(shared: .session) { metadata in
        metadata.session == "good" && CallMetadata.current == metadata
    }

    private func echo(_ client: EchoClient, as session: String?) async -> CallFailure<EchoRefusal>? {
        await CallMetadata.$current.withValue(CallMetadata(session: session)) {
            do throws(CallFailure<EchoRefusal>) {
                _ = try await client.echo(Self.payload)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test("The gate is not run for them; for others it is, and refuses them", arguments: Carrier.allCases)
    func passes(carrier: Carrier) async throws {
        let script: GateScript = GateScript { _ in throw GateScript.GateRefusal.notToday }
        try await withGuardedEcho(carrier, script, Self.installation) { echo in
            let client: EchoClient = echo.client().client
            for _ in 0..<3 { #expect(await self.echo(client, as: "good") == nil) }
            #expect(await echo.started == 0 && script.runs.all.isEmpty)
            for session: String? in ["bad", nil] {
                guard case .barrierRefused(let fault)? = await self.echo(client, as: session) else {
                    Issue.record("expected barrierRefused")
                    continue
                }
                #expect(fault.outcome == .notDispatched && fault.message.contains("notToday"), "\(fault.message)")
            }
            #expect(await echo.started == 2)
            #expect(await self.echo(client, as: "good") == nil)
            #expect(await echo.started == 2)
            #expect(echo.calls.all.count == 4)
            #expect(await echo.isEmpty())
        }
    }

    @Test("They do not wait for the run of others")
    func besideOthers() async throws {
        try await withGuardedEcho(.memory, .held, Self.installation) { echo in
            let client: EchoClient = echo.client().client
            let waiting: Task<CallFailure<EchoRefusal>?, Never> = Task { await self.echo(client, as: "slow") }
            #expect(await echo.waits(1))
            #expect(await self.echo(client, as: "good") == nil)
            #expect(await echo.waits(1))
            echo.script.latch.open()
            #expect(await waiting.value == nil)
            #expect(await echo.started == 1)
            #expect(await echo.isEmpty())
        }
    }

    @Test("When the vertical goes away nobody passes")
    func stopped() async throws {
        try await withGuardedEcho(.memory, .held, Self.installation) { echo in
            let gate: LoopReference<Gate> = try #require(echo.launcher.mainboard.barriers.gate(GateScript.gate.id))
            let visitor: BarrierVisitor = BarrierVisitor(consumer: nil, metadata: CallMetadata(session: "good"), bytes: 0)
            let answers: [Bool] = try await echo.loop.run {
                var answers: [Bool] = []
                for _ in 0..<2 {
                    if case .pass = gate.value.arrive(visitor, { _ in }) { answers.append(true) } else { answers.append(false) }
                    gate.value.stop()
                }
                return answers
            }
            #expect(answers == [true, false])
        }
    }
}
