import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing

/// Handlers run in tasks that are used again: what one leaves behind, the next must not see.
@Suite(.timeLimit(.minutes(5)))
struct HandlerTaskTests {
    @Test(arguments: Carrier.allCases)
    func aCallThatIsCancelledBeforeItsTurnIsNotDispatched(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let calls: Counter = Counter()
            _ = try await rig.server(
                ScriptedEcho(onEcho: { payload in
                    calls.add()
                    return payload
                }))
            let raw: RawPeer = try await rig.rawConsumer()
            // In one piece, so that all of it is read before a handler has its turn.
            raw.send(
                .hello(fingerprint: EchoContract.descriptor.fingerprint),
                RawFrame(FrameHeader(.activate, flags: .end, board: 1, stream: 1), EchoPayload(bytes: [1])),
                RawFrame(FrameHeader(.cancel, flags: .end, board: 1, stream: 1)),
                RawFrame(FrameHeader(.activate, flags: .end, board: 1, stream: 2), EchoPayload(bytes: [2])))
            let failed: RawFrame? = await raw.next(.fail)
            let fault: Fail? = try failed?.decoded()
            #expect(failed?.header.stream == 1)
            #expect(fault?.code == FailureCode.cancelled.rawValue)
            #expect(fault?.outcome == DeliveryOutcome.notDispatched.rawValue)
            #expect(await raw.next(.output)?.header.stream == 2)
            #expect(calls.value == 1)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aCancelledHandlerLeavesNobodyElseCancelled(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            var echo: ScriptedEcho = FlowTests.hanging(events, on: rig.providerLoop)
            echo.onEcho = { _ in EchoPayload(bytes: [Task.isCancelled ? 1 : 0]) }
            _ = try await rig.server(echo)
            let client: EchoClient = rig.client()
            for _: Int in 0..<10 {
                let task: Task<Void, any Error> = Task { try await client.refuse(.unwilling) }
                #expect(await events.next() == "started")
                task.cancel()
                #expect(await events.next() == "cancelled")
                let output: EchoPayload = try await client.echo(EchoPayload(bytes: []))
                #expect(output.bytes == [0])
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func aHandlerThatSuspendsHoldsNobodyUp(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            _ = try await rig.server(FlowTests.hanging(events, on: rig.providerLoop))
            let raw: RawPeer = try await rig.rawConsumer()
            raw.send(
                .hello(fingerprint: EchoContract.descriptor.fingerprint),
                RawFrame(FrameHeader(.activate, flags: .end, board: 4, stream: 1), [0x08, 0x01]),
                RawFrame(FrameHeader(.activate, flags: .end, board: 1, stream: 2), EchoPayload(bytes: [2])))
            #expect(await events.next() == "started")
            #expect(await raw.next(.output)?.header.stream == 2)
        }
    }

    /// Each that suspends leaves the rest to another task, and none is left when the last has.
    @Test(arguments: Carrier.allCases)
    func manyHandlersThatSuspendHoldNobodyUp(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            _ = try await rig.server(FlowTests.hanging(events, on: rig.providerLoop))
            let raw: RawPeer = try await rig.rawConsumer()
            raw.send(.hello(fingerprint: EchoContract.descriptor.fingerprint))
            for round: UInt32 in 0..<3 {
                let first: UInt32 = round * 5 + 1
                for stream: UInt32 in first..<first + 4 {
                    raw.send(RawFrame(FrameHeader(.activate, flags: .end, board: 4, stream: stream), [0x08, 0x01]))
                }
                raw.send(RawFrame(FrameHeader(.activate, flags: .end, board: 1, stream: first + 4), EchoPayload(bytes: [1])))
                for _: Int in 0..<4 { #expect(await events.next() == "started") }
                #expect(await raw.next(.output)?.header.stream == first + 4)
            }
        }
    }
}
