import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing

/// A provider that goes away in good order, and the one that follows it.
@Suite(.timeLimit(.minutes(5)))
struct DrainTests {
    @Test(arguments: Carrier.allCases)
    func whatRunsEndsAndTheRestGoesToTheNext(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let gate: Gate = Gate()
            let started: EventQueue<UInt8> = EventQueue(loop: rig.consumerLoop)
            let old: Server = try await rig.server(
                ScriptedEcho(onEcho: { payload in
                    started.add(payload.bytes[0])
                    await gate.pass()
                    return EchoPayload(bytes: [1])
                }))
            let client: EchoClient = rig.client()
            let running: Task<EchoPayload, any Error> = Task { try await client.echo(EchoPayload(bytes: [7])) }
            #expect(await started.next() == 7)
            let drained: Task<Void, Never> = Task { await old.drain(timeout: .seconds(30)) }
            // The next generation listens at the same place.
            #expect(await eventually(on: rig.consumerLoop) { await old.statistics.connections <= 1 })
            let new: Server = try await rig.server(ScriptedEcho(onEcho: { _ in EchoPayload(bytes: [2]) }))
            var answers: [UInt8] = []
            for _: Int in 0..<20 where answers.last != 2 {
                let task: Task<EchoPayload, any Error> = Task { try await client.echo(EchoPayload(bytes: [8])) }
                let raced: Bool = await started.next(within: .milliseconds(200)) != nil
                if !raced { answers += try await task.value.bytes }
            }
            #expect(answers == [2])
            gate.open()
            #expect(try await running.value.bytes == [1], "what was accepted comes to its end")
            await drained.value
            #expect(await old.statistics.connections == 0)
            #expect(await new.statistics.connections == 1)
        }
    }

    @Test(arguments: Carrier.allCases)
    func theFramesComeInOrder(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let gate: Gate = Gate()
            let server: Server = try await rig.server(
                ScriptedEcho(onEcho: { payload in
                    await gate.pass()
                    return payload
                }))
            let raw: RawPeer = try await rig.rawConsumer()
            raw.send(ViolationTests.hello, ViolationTests.activate(1))
            #expect(await raw.next()?.frame?.header.type == .welcome)
            let drained: Task<Void, Never> = Task { await server.drain(timeout: .seconds(30)) }
            let announced: RawFrame? = await raw.next()?.frame
            #expect(try announced?.decoded(as: Drain.self) == Drain(phase: 1))
            let ping: RawFrame? = await raw.next()?.frame
            #expect(ping?.header.type == .ping)
            raw.send(ViolationTests.activate(2), RawFrame(FrameHeader(.pong), ping?.body ?? []), ViolationTests.activate(3))
            let stopped: RawFrame? = await raw.next()?.frame
            #expect(try stopped?.decoded(as: Drain.self) == Drain(phase: 2, lastStream: 2))
            gate.open()
            let rest: [RawEvent] = await raw.rest()
            #expect(rest.compactMap(\.frame?.header.stream).sorted() == [1, 2])
            await drained.value
        }
    }

    @Test(arguments: Carrier.allCases)
    func whereHelloWasNeverReadTheLastStreamIsZero(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            var limits: Limits = .patient
            limits.drainPongSeconds = 1
            let server: Server = try await rig.server(limits: limits)
            let raw: RawPeer = try await rig.rawConsumer()
            #expect(await eventually(on: rig.consumerLoop) { await server.statistics.connections == 1 })
            let drained: Task<Void, Never> = Task { await server.drain(timeout: .seconds(30)) }
            let drains: [Drain] = try await raw.rest().compactMap(\.frame).filter { $0.header.type == .drain }.map { try $0.decoded() }
            #expect(drains == [Drain(phase: 1), Drain(phase: 2, lastStream: 0)])
            await drained.value
        }
    }

    @Test(arguments: Carrier.allCases)
    func theEndOfTheTimeIsTold(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            let server: Server = try await rig.server(FlowTests.hanging(events, on: rig.providerLoop))
            let raw: RawPeer = try await rig.rawConsumer()
            raw.send(ViolationTests.hello, RawFrame(FrameHeader(.activate, flags: .end, board: 4, stream: 1), [0x08, 0x01]))
            #expect(await events.next() == "started")
            await server.drain(timeout: .milliseconds(50))
            let fail: RawFrame? = await raw.rest().compactMap(\.frame).last
            #expect(fail?.header == FrameHeader(.fail, flags: .end, board: 4, stream: 1))
            #expect(try fail?.decoded(as: Fail.self).code == FailureCode.cancelled.rawValue)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aHandlerThatTakesTooLongIsCancelled(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            let server: Server = try await rig.server(FlowTests.hanging(events, on: rig.providerLoop))
            let client: EchoClient = rig.client()
            let task: Task<EchoFailure?, Never> = ResendTests.refuse(client)
            #expect(await events.next() == "started")
            await server.drain(timeout: .milliseconds(50))
            #expect(await events.next() == "cancelled")
            let failure: EchoFailure? = await task.value
            #expect(failure?.outcome == .unknown)
        }
    }
}
