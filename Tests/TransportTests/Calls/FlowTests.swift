import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing

/// Credit, cancelling and deadlines, the same over every carrier.
@Suite(.timeLimit(.minutes(5)))
struct FlowTests {
    @Test(arguments: Carrier.allCases)
    func aSlowReaderSlowsTheWriter(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let emitted: Counter = Counter()
            let echo: ScriptedEcho = ScriptedEcho(onCount: { request, emit in
                for number: Int in 0..<request.count {
                    try await emit(number)
                    emitted.add()
                }
                return .done
            })
            _ = try await rig.server(echo)
            let client: EchoClient = rig.client()
            let iterator: OutputSequence<Int, EchoRefusal>.AsyncIterator = client.count(CountRequest(count: 10_000)).makeAsyncIterator()
            #expect(try await iterator.next() == 0)
            #expect(await eventually(on: rig.consumerLoop) { emitted.value == 64 })
            for number: Int in 1..<200 { #expect(try await iterator.next() == number) }
            // Of small outputs more may be sent ahead once the first have been taken, four times as many at most.
            #expect(emitted.value <= 200 + 4 * 64)
            #expect(try await client.echo(EchoPayload(bytes: [1])).bytes == [1], "other calls go on")
        }
    }

    @Test(arguments: Carrier.allCases)
    func aBoardThatTakesNoCommandsHoldsTheSenderUp(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let gate: Gate = Gate()
            let echo: ScriptedEcho = ScriptedEcho(onConverse: { _, commands, emit in
                try await emit("ready")
                await gate.pass()
                var count: Int = 0
                for try await _: EchoCommand in commands { count += 1 }
                try await emit("\(count)")
                return .done
            })
            _ = try await rig.server(echo)
            let client: EchoClient = rig.client()
            let sent: Counter = Counter()
            let commands: Commands<EchoCommand> = Commands(capacity: 1)
            let sender: Task<Void, any Error> = Task {
                for _: Int in 0..<100 {
                    try await commands.send(.pause)
                    sent.add()
                }
                commands.finish()
            }
            let outputs: OutputSequence<String, EchoRefusal>.AsyncIterator = client.converse("", commands).makeAsyncIterator()
            #expect(try await outputs.next() == "ready")
            #expect(await eventually(on: rig.consumerLoop) { sent.value >= 16 })
            #expect(sent.value <= 16 + 3)
            gate.open()
            #expect(try await outputs.next() == "100")
            #expect(try await outputs.next() == nil)
            try await sender.value
        }
    }

    @Test(arguments: Carrier.allCases)
    func cancellingTheCallerCancelsTheHandler(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            _ = try await rig.server(Self.hanging(events, on: rig.providerLoop))
            let client: EchoClient = rig.client()
            let task: Task<EchoFailure?, Never> = Task {
                do throws(EchoFailure) {
                    try await client.refuse(.unwilling)
                    return nil
                } catch {
                    return error
                }
            }
            #expect(await events.next() == "started")
            task.cancel()
            let failure: EchoFailure? = await task.value
            #expect(failure?.fault?.code == .cancelled)
            #expect(failure?.outcome == .unknown)
            #expect(await events.next() == "cancelled")
            #expect(try await client.echo(EchoPayload(bytes: [1])).bytes == [1])
        }
    }

    /// A caller on the loop is watched for cancelling only when its call takes long: cancelled before that and after it.
    @Test(arguments: Carrier.allCases, [Duration.zero, .milliseconds(100)])
    func cancellingACallerOnTheLoopCancelsTheHandler(_ carrier: Carrier, _ time: Duration) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            let failures: EventQueue<FailureCode> = EventQueue(loop: rig.consumerLoop)
            _ = try await rig.server(Self.hanging(events, on: rig.providerLoop))
            let client: EchoClient = rig.client()
            let task: Task<Void, Never> = rig.consumerLoop.startTask {
                do throws(EchoFailure) {
                    try await client.refuse(.unwilling)
                } catch {
                    failures.add(error.fault?.code ?? .internal)
                }
            }
            #expect(await events.next() == "started")
            try await rig.consumerLoop.sleep(for: time)
            task.cancel()
            #expect(await events.next() == "cancelled")
            #expect(await failures.next() == .cancelled)
            #expect(try await client.echo(EchoPayload(bytes: [1])).bytes == [1])
        }
    }

    @Test(arguments: Carrier.allCases)
    func cancelledBeforeItWasSentNothingIsDispatched(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let calls: Counter = Counter()
            let server: Server = try await rig.server(ScriptedEcho(onRefuse: { _ in calls.add() }))
            let client: EchoClient = rig.client()
            let gate: Gate = Gate()
            let task: Task<EchoFailure?, Never> = Task {
                await gate.pass()
                do throws(EchoFailure) {
                    try await client.refuse(.unwilling)
                    return nil
                } catch {
                    return error
                }
            }
            task.cancel()
            gate.open()
            let failure: EchoFailure? = await task.value
            #expect(failure?.fault?.code == .cancelled)
            #expect(calls.value == 0 || failure?.outcome == .unknown)
            _ = server
        }
    }

    @Test(arguments: Carrier.allCases)
    func droppingOutputsCancelsTheHandler(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            let echo: ScriptedEcho = ScriptedEcho(onCount: { _, emit in
                do {
                    for number: Int in 0... { try await emit(number) }
                } catch {
                    events.add("\(type(of: error))")
                    throw error
                }
                return .done
            })
            _ = try await rig.server(echo)
            let client: EchoClient = rig.client()
            for try await number: Int in client.count(CountRequest(count: 0)) where number == 100 { break }
            #expect(await events.next() == "CancellationError")
        }
    }

    @Test(arguments: Carrier.allCases)
    func aTaskCancelledBeforeItEmitsDoesNotWaitForCredit(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            let echo: ScriptedEcho = ScriptedEcho(onCount: { _, emit in
                for number: Int in 0..<64 { try await emit(number) }
                // Left at once, which cancels it.
                async let _: Void = Self.emitOnceCancelled(emit, events)
                return .done
            })
            _ = try await rig.server(echo)
            let outputs: OutputSequence<Int, EchoRefusal>.AsyncIterator = rig.client().count(CountRequest(count: 0)).makeAsyncIterator()
            #expect(try await outputs.next() == 0)
            #expect(await events.next(within: .seconds(20)) == "CancellationError")
            _ = outputs
        }
    }

    @Test(arguments: Carrier.allCases)
    func aDeadlineStopsTheHandler(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            _ = try await rig.server(Self.hanging(events, on: rig.providerLoop))
            let client: EchoClient = rig.client()
            _ = try await client.echo(EchoPayload(bytes: []))
            let deadline: UInt64 = MonotonicTime.read().nanoseconds + 200_000_000
            let failure: EchoFailure? = await #expect(throws: EchoFailure.self) {
                try await CallMetadata.$current.withValue(CallMetadata(deadline: deadline)) { try await client.refuse(.unwilling) }
            }
            #expect(failure?.fault?.code == .deadlineExceeded)
            #expect(MonotonicTime.read().nanoseconds >= deadline)
            if await events.next() == "started" {
                #expect(failure?.outcome == .unknown)
                #expect(await events.next() == "cancelled")
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func aDeadlineInThePastIsNotDispatched(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            let client: EchoClient = rig.client()
            let failure: EchoFailure? = await #expect(throws: EchoFailure.self) {
                try await CallMetadata.$current.withValue(CallMetadata(deadline: 1)) { try await client.refuse(.unwilling) }
            }
            #expect(failure?.fault?.code == .deadlineExceeded)
            #expect(failure?.outcome == .notDispatched)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aClientThatNeverReadsIsBounded(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            var limits: Limits = .patient
            limits.queuedBytes = 256 << 10
            let calls: Counter = Counter()
            let server: Server = try await rig.server(
                ScriptedEcho(onEcho: { _ in
                    calls.add()
                    return EchoPayload(bytes: [UInt8](repeating: 0, count: 64 << 10))
                }), limits: limits)
            let raw: RawPeer = try await rig.rawConsumer()
            raw.stopReading()
            raw.send(.hello(fingerprint: EchoContract.descriptor.fingerprint))
            for stream: UInt32 in 1...1000 {
                raw.send(RawFrame(FrameHeader(.activate, flags: .end, board: 1, stream: stream), EchoPayload(bytes: [1])))
            }
            let client: EchoClient = rig.client()
            for _: Int in 0..<20 { _ = try await client.echo(EchoPayload(bytes: [])) }
            // 256 KiB in the carrier, 512 KiB queued, one answer over it; the twenty are the other client's.
            #expect(calls.value < 20 + 40)
            raw.close()
            #expect(await eventually(on: rig.consumerLoop) { await server.statistics.connections == 1 })
            _ = try await client.echo(EchoPayload(bytes: []))
        }
    }

    @Test(arguments: Carrier.allCases)
    func aClientThatVanishesCancelsItsHandlers(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            let server: Server = try await rig.server(Self.hanging(events, on: rig.providerLoop))
            let raw: RawPeer = try await rig.rawConsumer()
            raw.send(
                .hello(fingerprint: EchoContract.descriptor.fingerprint),
                RawFrame(FrameHeader(.activate, flags: .end, board: 4, stream: 1), [0x08, 0x01]))
            #expect(await events.next() == "started")
            raw.close()
            #expect(await events.next() == "cancelled")
            #expect(
                await eventually(on: rig.consumerLoop) {
                    let statistics: ServerStatistics = await server.statistics
                    return statistics.connections == 0 && statistics.boards.allSatisfy { $0.inFlight == 0 }
                })
        }
    }

    private static func emitOnceCancelled(_ emit: ScriptedEcho.Outputs<Int>.Emit, _ events: EventQueue<String>) async {
        while !Task.isCancelled { await Task.yield() }
        do {
            try await emit(64)
            events.add("sent")
        } catch {
            events.add("\(type(of: error))")
        }
    }

    /// An echo whose board `refuse` runs until it is cancelled.
    static func hanging(_ events: EventQueue<String>, on loop: EventLoop) -> ScriptedEcho {
        ScriptedEcho(onRefuse: { _ in
            events.add("started")
            do {
                try await loop.sleep(for: .seconds(60))
            } catch {
                events.add("cancelled")
                throw error
            }
        })
    }
}
