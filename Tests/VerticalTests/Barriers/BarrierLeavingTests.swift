import Colonnade
import ColonnadeEventLoop
import ColonnadeTesting
import ColonnadeTransport
import EchoIO
import Testing

@testable import ColonnadeVertical

@Suite("Leaving a barrier")
struct BarrierLeavingTests {
    private static let payload: EchoPayload = EchoPayload(bytes: [7])

    private func call(_ client: EchoClient, _ metadata: CallMetadata = CallMetadata()) -> Task<CallFailure<EchoRefusal>?, Never> {
        Task {
            await CallMetadata.$current.withValue(metadata) {
                do throws(CallFailure<EchoRefusal>) {
                    _ = try await client.echo(Self.payload)
                    return nil
                } catch {
                    return error
                }
            }
        }
    }

    private func passes(_ client: EchoClient) async -> Bool {
        (try? await client.echo(Self.payload)) == Self.payload
    }

    @Test("A call that is cancelled leaves, and its board is never started", arguments: Carrier.allCases)
    func cancelled(carrier: Carrier) async throws {
        try await withGuardedEcho(carrier, .held) { echo in
            let client: EchoClient = echo.client().client
            let (leaving, staying) = (call(client), call(client))
            #expect(await echo.waits(2))
            leaving.cancel()
            #expect(await leaving.value?.fault?.code == .cancelled)
            #expect(await echo.waits(1))
            echo.script.latch.open()
            #expect(await staying.value == nil)
            #expect(echo.calls.all.count == 1)
            #expect(await echo.isEmpty())
        }
    }

    /// In virtual time the provider's own answer always comes before the consumer gives up, which would hide that it never came.
    @Test("A call whose deadline passes leaves, and the provider says where it was")
    func expired() async throws {
        try await withGuardedEcho(.memory, .held, clock: .virtual()) { echo in
            let deadline: UInt64 = (echo.loop.now + .seconds(60)).nanoseconds
            let fault: Fault? = await call(echo.client().client, CallMetadata(deadline: deadline)).value?.fault
            #expect(echo.script.runs.all.count == 1)
            #expect(fault?.code == .deadlineExceeded && fault?.outcome == .notDispatched)
            #expect(fault?.message.contains("while the call waited at a barrier") == true, "\(String(describing: fault))")
            #expect(await echo.waits(0))
            echo.script.latch.open()
            #expect(await echo.isEmpty())
            #expect(echo.calls.all.isEmpty)
        }
    }

    @Test("Calls of a connection that ends leave; those of others stay", arguments: Carrier.allCases)
    func connectionLost(carrier: Carrier) async throws {
        try await withGuardedEcho(carrier, .held) { echo in
            let (lost, kept) = (echo.client(), echo.client())
            let leaving: [Task<CallFailure<EchoRefusal>?, Never>] = (0..<50).map { _ in call(lost.client) }
            let staying: Task<CallFailure<EchoRefusal>?, Never> = call(kept.client)
            #expect(await echo.waits(51))
            lost.connector.close()
            for task in leaving { #expect(await task.value != nil) }
            #expect(await echo.waits(1))
            echo.script.latch.open()
            #expect(await staying.value == nil)
            #expect(echo.calls.all.count == 1)
            #expect(await echo.isEmpty())
        }
    }

    @Test("A provider that drains answers those who wait, at once", arguments: Carrier.allCases)
    func drained(carrier: Carrier) async throws {
        // A client that a busy machine keeps from reading in time is right to say that it does not know.
        var limits: Limits = Limits()
        (limits.drainPongSeconds, limits.handshakeSeconds, limits.patienceSeconds) = (60, 60, 120)
        try await withGuardedEcho(carrier, .held, limits: limits) { echo in
            let tasks: [Task<CallFailure<EchoRefusal>?, Never>] = (0..<50).map { _ in call(echo.client().client) }
            #expect(await echo.waits(50))
            // Else a client may have begun to call again by the time that it is told to leave it, and does not know.
            echo.vanish()
            await echo.server.drain(timeout: .seconds(600))
            #expect(await echo.server.statistics.waitingAtBarriers == 0)
            // The clients know that they may go on looking for somebody who serves them.
            for task in tasks { task.cancel() }
            for task in tasks {
                let failure: CallFailure<EchoRefusal>? = await task.value
                #expect(failure?.outcome == .notDispatched, "\(String(describing: failure))")
            }
            #expect(echo.calls.all.isEmpty)
        }
    }

    @Test("A run is cancelled when all callers of its session have left, and goes on where it is for everybody")
    func abandoned() async throws {
        try await withGuardedEcho(.memory, .held, GateInstallation(shared: .session)) { echo in
            let task = call(echo.client().client, CallMetadata(session: "token"))
            #expect(await echo.waits(1))
            task.cancel()
            #expect(await (try? echo.script.cancellations.first { $0 }) == true)
            #expect(await echo.isEmpty())
        }
        try await withGuardedEcho(.memory, .held) { echo in
            let client: EchoClient = echo.client().client
            let task = call(client)
            #expect(await echo.waits(1))
            task.cancel()
            #expect(await echo.waits(0))
            echo.script.latch.open()
            #expect(await echo.isEmpty())
            #expect(await passes(client))
            #expect(echo.script.runs.all.count == 1 && echo.script.cancellations.all.isEmpty)
        }
    }

    @Test("A gate that never answers is cancelled at its deadline, in virtual time, and callers are told so")
    func stuck() async throws {
        let installation: GateInstallation = GateInstallation(deadline: .seconds(30))
        try await withGuardedEcho(.memory, .held, installation, clock: .virtual()) { echo in
            let client: EchoClient = echo.client().client
            let tasks: [Task<CallFailure<EchoRefusal>?, Never>] = (0..<10).map { _ in call(client) }
            for task in tasks {
                guard case .barrierStuck(let fault) = await task.value else {
                    Issue.record("expected barrierStuck")
                    continue
                }
                #expect(fault.outcome == .notDispatched)
                #expect(fault.message.contains("Echo.gate") && fault.message.contains("30"), "\(fault.message)")
            }
            #expect(await (try? echo.script.cancellations.first { $0 }) == true)
            #expect(echo.calls.all.isEmpty)
            #expect(await echo.isEmpty())
        }
    }

    @Test("A gate that does not even heed its cancellation never runs twice at once, and its callers are told in time")
    func deaf() async throws {
        let latch: Latch = Latch()
        let script: GateScript = GateScript { script in
            if script.runs.all.count == 1 {
                // A task of its own sees nothing of the cancellation.
                await Task.detached { try? await latch.wait() }.value
                throw CancellationError()
            }
            return .done
        }
        try await withGuardedEcho(.memory, script, GateInstallation(deadline: .seconds(30)), clock: .virtual()) { echo in
            let client: EchoClient = echo.client().client
            for _ in 0..<3 {
                guard case .barrierStuck = await call(client).value else {
                    Issue.record("expected barrierStuck")
                    continue
                }
            }
            #expect(script.runs.all.count == 1)
            #expect(await echo.load == GateLoad(waiting: 0, runs: 1, decisions: 0, tasks: 1))
            latch.open()
            #expect(await echo.isEmpty())
            let failure: CallFailure<EchoRefusal>? = await call(client).value
            #expect(failure == nil, "\(String(describing: failure))")
            #expect(script.runs.all.count == 2)
        }
    }
}
