import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing

/// The rules of calls, the same over every carrier.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CallTests {
    @Test(arguments: Carrier.allCases)
    func oneOutput(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let server: Server = try await rig.server()
            let client: EchoClient = rig.client()
            for size: Int in [0, 1, 64, 70_000, 3_000_000] {
                let payload: EchoPayload = EchoPayload(bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0) })
                #expect(try await client.echo(payload) == payload)
            }
            let statistics: ServerStatistics = await server.statistics
            #expect(statistics.boards.first { $0.board == "echo" }?.calls == 5)
            #expect(statistics.connections == 1)
        }
    }

    @Test(arguments: Carrier.allCases)
    func refusalsAreTyped(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            let client: EchoClient = rig.client()
            let failure: EchoFailure? = await #expect(throws: EchoFailure.self) { try await client.refuse(.tooLong) }
            guard case .refused(.tooLong(limit: 7)) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func manyOutputs(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            let client: EchoClient = rig.client()
            for count: Int in [0, 1, 63, 64, 65, 1000] {
                let outputs: ScriptedEcho.Outputs<Int> = client.count(CountRequest(count: count))
                var got: [Int] = []
                for try await number: Int in outputs { got.append(number) }
                #expect(got == Array(0..<count))
                #expect(outputs.completion == .done)
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func commandsAndOutputs(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            let client: EchoClient = rig.client()
            let commands: Commands<EchoCommand> = Commands()
            let sender: Task<Void, any Error> = Task {
                for number: Int in 0..<200 { try await commands.send(.say("\(number)")) }
                commands.finish()
            }
            var got: [String] = []
            for try await text: String in client.converse("me", commands) { got.append(text) }
            try await sender.value
            #expect(got == (0..<200).map { "me: \(EchoCommand.say("\($0)"))" })
        }
    }

    @Test(arguments: Carrier.allCases)
    func callsFromTheLoopAndFromElsewhere(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            let client: EchoClient = rig.client()
            let results: EventQueue<Bool> = EventQueue(loop: rig.consumerLoop)
            rig.consumerLoop.startTask {
                let payload: EchoPayload = EchoPayload(bytes: [1, 2, 3])
                results.add(((try? await client.echo(payload)) == payload) && rig.consumerLoop.isCurrent)
            }
            #expect(await results.next() == true)
            #expect(try await client.echo(EchoPayload(bytes: [9])).bytes == [9])
        }
    }

    @Test(arguments: Carrier.allCases)
    func tenThousandActivationsAtOnce(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let gate: Gate = Gate()
            let running: Counter = Counter()
            let echo: ScriptedEcho = ScriptedEcho(onEcho: { payload in
                running.add()
                await gate.pass()
                return payload
            })
            _ = try await rig.server(echo)
            let client: EchoClient = rig.client()
            let good: Int = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number: Int in 0..<10_000 {
                    let payload: EchoPayload = EchoPayload(bytes: [UInt8(number & 255), UInt8(number >> 8)])
                    group.addTask { try await client.echo(payload) == payload }
                }
                #expect(await eventually(on: rig.consumerLoop, within: .seconds(60)) { running.value == 10_000 })
                gate.open()
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(good == 10_000)
        }
    }

    @Test(arguments: Carrier.allCases)
    func metadataGoesWithTheCallAndIsHandedOn(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let seen: EventQueue<CallMetadata> = EventQueue(loop: rig.consumerLoop)
            let scoped: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            let echo: ScriptedEcho = ScriptedEcho(onEcho: { payload in
                seen.add(CallMetadata.current)
                scoped.add(Surroundings.name)
                return payload
            })
            _ = try await rig.server(echo, scope: { body in await Surroundings.$name.withValue("bound") { await body() } })
            let metadata: CallMetadata = CallMetadata(
                deadline: MonotonicTime.read().nanoseconds + 60_000_000_000, traceparent: "00-1", session: "s", idempotencyKey: "k")
            let client: EchoClient = rig.client()
            try await CallMetadata.$current.withValue(metadata) {
                _ = try await client.echo(EchoPayload(bytes: []))
            }
            #expect(await seen.next() == metadata.served)
            #expect(await scoped.next() == "bound")
            _ = try await client.echo(EchoPayload(bytes: []))
            #expect(await seen.next() == CallMetadata())
            #expect(await scoped.next() == "bound")
        }
    }

    @Test(arguments: Carrier.allCases)
    func anInputOverTheFrameLimitIsRefusedHere(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            var limits: Limits = .patient
            limits.frameBytes = 4096
            let client: EchoClient = rig.client(limits: limits)
            let failure: EchoFailure? = await #expect(throws: EchoFailure.self) {
                try await client.echo(EchoPayload(bytes: [UInt8](repeating: 0, count: 5000)))
            }
            #expect(failure?.fault?.code == .tooLarge)
            #expect(failure?.outcome == .notDispatched)
            #expect(try await client.echo(EchoPayload(bytes: [1])).bytes == [1])
        }
    }
}

extension CallTests {
    @Test(arguments: Carrier.allCases)
    func aScopeMayTakeItsTime(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let scopes: Counter = Counter()
            let loop: EventLoop = rig.providerLoop
            _ = try await rig.server(
                ScriptedEcho(),
                scope: { body in
                    scopes.add()
                    try? await loop.sleep(for: .milliseconds(30))
                    await Surroundings.$name.withValue("late") { await body() }
                })
            let client: EchoClient = rig.client()
            try await withThrowingTaskGroup(of: Void.self) { group throws in
                for number: UInt8 in 0..<20 {
                    group.addTask {
                        let payload: EchoPayload = EchoPayload(bytes: [number])
                        let output: EchoPayload = try await client.echo(payload)
                        #expect(output == payload)
                    }
                }
                try await group.waitForAll()
            }
            #expect(scopes.value <= 20, "no more tasks than calls")
        }
    }
}

/// What a scope binds around handlers.
private enum Surroundings {
    @TaskLocal static var name: String = ""
}
