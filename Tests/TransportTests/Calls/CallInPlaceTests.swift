import ColonnadeContract
import ColonnadeTransport
import EchoIO
import Synchronization
import Testing

@testable import ColonnadeEventLoop

/// A caller who is alone on its loop turns it instead of suspending; so does a handler's task between two calls.
@Suite("Calls in place", .timeLimit(.minutes(5)))
struct CallInPlaceTests {
    /// An echo that says when a call has come, and hangs until it is cancelled.
    private static func hanging(_ events: EventQueue<String>) -> ScriptedEcho {
        ScriptedEcho(onEcho: { input in
            events.add("started")
            for await _: Never in AsyncStream.makeStream(of: Never.self).stream {}
            events.add("cancelled")
            return input
        })
    }

    @Test(arguments: Carrier.allCases)
    func aLoneCallThatIsCancelledEnds(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.providerLoop)
            _ = try await rig.server(Self.hanging(events))
            let client: EchoClient = rig.client()
            for _: Int in 0..<3 {
                let call: Task<EchoPayload?, Never> = Task(executorPreference: rig.consumerLoop) {
                    try? await client.echo(EchoPayload(bytes: [1]))
                }
                #expect(await events.next() == "started")
                call.cancel()
                #expect(await call.value == nil)
                #expect(await events.next() == "cancelled")
            }
        }
    }

    private actor Caller {
        private let client: EchoClient

        init(_ client: EchoClient) {
            self.client = client
        }

        func call() async -> EchoPayload? { try? await client.echo(EchoPayload(bytes: [1])) }

        func look() -> Bool { true }
    }

    @Test(arguments: Carrier.allCases)
    func anActorCanBeEnteredWhileItsCallWaits(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.providerLoop)
            _ = try await rig.server(Self.hanging(events))
            let caller: Caller = Caller(rig.client())
            let call: Task<EchoPayload?, Never> = Task(executorPreference: rig.consumerLoop) { await caller.call() }
            #expect(await events.next() == "started")
            #expect(await caller.look())
            call.cancel()
            #expect(await call.value == nil)
        }
    }

    @Test(arguments: Carrier.allCases)
    func callsAreServedWhileAHandlerTurnsTheLoop(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            let loop: EventLoop = rig.providerLoop
            let second: Flag = Flag()
            _ = try await rig.server(
                ScriptedEcho(onEcho: { input in
                    guard input.bytes == [1] else {
                        second.hasCome.store(true, ordering: .releasing)
                        return input
                    }
                    events.add("turning")
                    while !second.hasCome.load(ordering: .acquiring) { if !loop.turnInPlace() { await Task.yield() } }
                    return input
                }))
            let client: EchoClient = rig.client()
            async let first: EchoPayload = client.echo(EchoPayload(bytes: [1]))
            #expect(await events.next() == "turning")
            #expect(try await client.echo(EchoPayload(bytes: [2])).bytes == [2])
            #expect(try await first.bytes == [1])
        }
    }

    private enum Mark {
        @TaskLocal static var value: Int = 0
    }

    @Test(arguments: Carrier.allCases)
    func whoIsCancelledMeanwhileSeesNothingOfTheHandlerThatTurns(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            let loop: EventLoop = rig.providerLoop
            let cancelled: Flag = Flag()
            _ = try await rig.server(
                ScriptedEcho(onEcho: { input in
                    guard input.bytes == [1] else {
                        await withTaskCancellationHandler {
                            events.add("waiting")
                            for await _: Never in AsyncStream.makeStream(of: Never.self).stream {}
                        } onCancel: {
                            cancelled.seen.store(Mark.value, ordering: .relaxed)
                            cancelled.hasCome.store(true, ordering: .releasing)
                        }
                        return input
                    }
                    await Mark.$value.withValue(7) {
                        events.add("turning")
                        while !cancelled.hasCome.load(ordering: .acquiring) { if !loop.turnInPlace() { await Task.yield() } }
                    }
                    return input
                }))
            let client: EchoClient = rig.client()
            let waiting: Task<EchoPayload?, Never> = Task { try? await client.echo(EchoPayload(bytes: [2])) }
            #expect(await events.next() == "waiting")
            async let turning: EchoPayload = client.echo(EchoPayload(bytes: [1]))
            #expect(await events.next() == "turning")
            waiting.cancel()
            #expect(try await turning.bytes == [1])
            #expect(cancelled.seen.load(ordering: .relaxed) == 0)
            #expect(await waiting.value == nil)
        }
    }

    private final class Flag: Sendable {
        let hasCome: Atomic<Bool> = Atomic(false)
        let seen: Atomic<Int> = Atomic(-1)
    }
}
