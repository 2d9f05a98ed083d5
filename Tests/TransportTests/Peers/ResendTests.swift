import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing

/// When a connector connects again, what it sends again, and what it says of the rest; the provider is made of bytes.
@Suite(.timeLimit(.minutes(5)))
struct ResendTests {
    static func answer(_ stream: UInt32, _ byte: UInt8) -> RawFrame {
        RawFrame(FrameHeader(.output, flags: .end, board: 1, stream: stream), EchoPayload(bytes: [byte]))
    }

    static func drain(_ last: UInt32) -> [RawFrame] {
        [RawFrame(FrameHeader(.drain), Drain(phase: 1)), RawFrame(FrameHeader(.drain), Drain(phase: 2, lastStream: last))]
    }

    /// Starts a call that is not idempotent.
    static func refuse(_ client: EchoClient) -> Task<EchoFailure?, Never> {
        Task {
            do throws(EchoFailure) {
                try await client.refuse(.unwilling)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func anEndBeforeWelcomeIsNotDispatchedAndSentAgain(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let task: Task<EchoFailure?, Never> = Self.refuse(rig.client())
            let first: RawPeer? = await peers.next()
            #expect(await first?.next(.activate) != nil)
            first?.close()
            let second: RawPeer? = await peers.next()
            let again: RawFrame? = await second?.next(.activate)
            #expect(again?.header.stream == 1)
            #expect(again?.header.flags == [.end, .metadata], "the second try says so")
            second?.send(.welcome(), RawFrame(FrameHeader(.output, flags: .end, board: 4, stream: 1)))
            #expect(await task.value == nil)
        }
    }

    @Test(arguments: Carrier.allCases)
    func anEndAfterWelcomeIsUnknown(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let client: EchoClient = rig.client()
            let task: Task<EchoFailure?, Never> = Self.refuse(client)
            let first: RawPeer? = await peers.next()
            #expect(await first?.next(.activate) != nil)
            first?.send(.welcome())
            first?.closeAfterFlush()
            let failure: EchoFailure? = await task.value
            #expect(failure?.fault?.code == .unavailable)
            #expect(failure?.outcome == .unknown)
            let next: Task<EchoPayload, any Error> = Task { try await client.echo(EchoPayload(bytes: [1])) }
            let second: RawPeer? = await peers.next()
            #expect(await second?.next(.activate)?.header.board == 1, "the call that failed is not sent again")
            second?.send(.welcome(), Self.answer(1, 5))
            #expect(try await next.value.bytes == [5])
        }
    }

    @Test(arguments: Carrier.allCases)
    func anIdempotentInputIsSentAgainThreeTimes(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let client: EchoClient = rig.client()
            let task: Task<EchoPayload, any Error> = Task { try await client.echo(EchoPayload(bytes: [1])) }
            for _: Int in 0..<4 {
                let peer: RawPeer? = await peers.next()
                #expect(await peer?.next(.activate) != nil)
                peer?.send(.welcome())
                peer?.closeAfterFlush()
            }
            let failure: EchoFailure? = await #expect(throws: EchoFailure.self) { try await task.value }
            #expect(failure?.fault?.code == .unavailable)
            #expect(failure?.outcome == .unknown)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aStreamThatHasBegunIsNotSentAgain(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let outputs: ScriptedEcho.Outputs<Int> = rig.client().count(CountRequest(count: 9))
            let task: Task<[Int], any Error> = Task {
                var got: [Int] = []
                do {
                    for try await number: Int in outputs { got.append(number) }
                } catch let failure as EchoFailure {
                    #expect(failure.outcome == .unknown)
                    return got
                }
                return []
            }
            let first: RawPeer? = await peers.next()
            #expect(await first?.next(.activate) != nil)
            first?.send(.welcome(), RawFrame(FrameHeader(.output, board: 2, stream: 1), [0x08, 0x02]))
            first?.closeAfterFlush()
            #expect(try await task.value == [1])
        }
    }

    @Test(arguments: Carrier.allCases)
    func whatLiesAboveTheDrainIsSentAgain(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let client: EchoClient = rig.client()
            let one: Task<EchoFailure?, Never> = Self.refuse(client)
            let first: RawPeer? = await peers.next()
            #expect(await first?.next(.activate)?.header.stream == 1)
            let two: Task<EchoFailure?, Never> = Self.refuse(client)
            #expect(await first?.next(.activate)?.header.stream == 2)
            first?.send(.welcome())
            for frame: RawFrame in Self.drain(1) { first?.send(frame) }
            let second: RawPeer? = await peers.next()
            #expect(await second?.next(.activate)?.header.stream == 1)
            second?.send(.welcome(), RawFrame(FrameHeader(.output, flags: .end, board: 4, stream: 1)))
            #expect(await two.value == nil)
            first?.send(RawFrame(FrameHeader(.output, flags: .end, board: 4, stream: 1)))
            #expect(await one.value == nil, "what was accepted ends on the old connection")
            #expect(await first?.rest().last == .end(.endOfFile))
        }
    }

    @Test(arguments: Carrier.allCases, [FailureCode.unavailable, .draining, .exhausted])
    func notDispatchedIsSentAgain(_ carrier: Carrier, _ code: FailureCode) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let task: Task<EchoFailure?, Never> = Self.refuse(rig.client())
            let peer: RawPeer? = await peers.next()
            peer?.send(
                .welcome(), RawFrame(FrameHeader(.fail, flags: .end, stream: 1), Fail(code: code.rawValue, message: "no", outcome: 1)))
            #expect(await peer?.next(.activate)?.header.stream == 1)
            #expect(await peer?.next(.activate)?.header.stream == 2)
            peer?.send(RawFrame(FrameHeader(.output, flags: .end, board: 4, stream: 2)))
            #expect(await task.value == nil)
        }
    }

    /// Refuses the first try for an hour.
    private static func refusal() -> [RawFrame] {
        let fail: Fail = Fail(code: FailureCode.exhausted.rawValue, message: "later", outcome: 1, retryAfter: .seconds(3600))
        return [.welcome(), RawFrame(FrameHeader(.fail, flags: .end, stream: 1), fail)]
    }

    @Test(arguments: Carrier.allCases)
    func aTerminalFrameThatBreaksARuleEndsTheCall(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let task: Task<EchoFailure?, Never> = Self.refuse(rig.client())
            let peer: RawPeer? = await peers.next()
            #expect(await peer?.next(.activate) != nil)
            peer?.send(.welcome(), RawFrame(FrameHeader(.fail, flags: .end, stream: 1), [0xff]))
            let failure: EchoFailure? = await task.value
            #expect(failure?.fault?.code == .violation)
            #expect(failure?.outcome == .unknown)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aCallThatWaitsForItsRetryEndsWithTheConnector(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let connector: Connector = rig.connector()
            let task: Task<EchoFailure?, Never> = Self.refuse(EchoClient(connector))
            let peer: RawPeer? = await peers.next()
            #expect(await peer?.next(.activate) != nil)
            for frame: RawFrame in Self.refusal() { peer?.send(frame) }
            peer?.send(.ping())
            #expect(await peer?.next(.pong) != nil, "the refusal was read")
            connector.close()
            let failure: EchoFailure? = await task.value
            #expect(failure?.fault?.code == .unavailable)
            #expect(failure?.outcome == .notDispatched)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aRetryComesWithinTheCallersPatience(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            var limits: Limits = .patient
            limits.patienceSeconds = 5
            let task: Task<EchoFailure?, Never> = Self.refuse(rig.client(limits: limits))
            let peer: RawPeer? = await peers.next()
            #expect(await peer?.next(.activate)?.header.stream == 1)
            for frame: RawFrame in Self.refusal() { peer?.send(frame) }
            #expect(await peer?.next(.activate)?.header.stream == 2)
            peer?.send(RawFrame(FrameHeader(.output, flags: .end, board: 4, stream: 2)))
            #expect(await task.value == nil)
        }
    }

    @Test(arguments: Carrier.allCases, [FailureCode.invalid, .unimplemented, .undeclared, .incompatible, .tooLarge, .internal])
    func otherCodesAreFinal(_ carrier: Carrier, _ code: FailureCode) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let client: EchoClient = rig.client()
            let task: Task<EchoPayload, any Error> = Task { try await client.echo(EchoPayload(bytes: [])) }
            let peer: RawPeer? = await peers.next()
            #expect(await peer?.next(.activate) != nil)
            peer?.send(
                .welcome(), RawFrame(FrameHeader(.fail, flags: .end, stream: 1), Fail(code: code.rawValue, message: "no", outcome: 1)))
            let failure: EchoFailure? = await #expect(throws: EchoFailure.self) { try await task.value }
            #expect(failure?.fault?.code == code)
            #expect(failure?.outcome == .notDispatched)
        }
    }

    @Test(arguments: Carrier.allCases)
    func nobodyThereIsSaidWithTheNextStep(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            if carrier == .memory { rig.endpoint.fail(.notFound("memory")) }
            let failure: EchoFailure? = await #expect(throws: EchoFailure.self) {
                try await rig.client().echo(EchoPayload(bytes: []))
            }
            #expect(failure?.fault?.code == .undeclared)
            #expect(failure?.outcome == .notDispatched)
            #expect(failure?.fault?.message.contains("tester does not declare echo") == true)
        }
    }

    @Test func callsWaitForAProviderWithinTheirDeadline() async throws {
        try await withRig(.memory) { rig in
            rig.endpoint.fail(.refused("memory"))
            let client: EchoClient = rig.client()
            let deadline: UInt64 = MonotonicTime.read().nanoseconds + 100_000_000
            let failure: EchoFailure? = await #expect(throws: EchoFailure.self) {
                _ = try await CallMetadata.$current.withValue(CallMetadata(deadline: deadline)) {
                    try await client.echo(EchoPayload(bytes: []))
                }
            }
            #expect(failure?.fault?.code == .deadlineExceeded)
            #expect(failure?.outcome == .notDispatched)
            #expect(failure?.fault?.message.contains("echo does not run") == true)
            let task: Task<EchoPayload, any Error> = Task { try await client.echo(EchoPayload(bytes: [3])) }
            rig.endpoint.fail(.busy("memory"))
            _ = try await rig.server()
            rig.endpoint.fail(nil)
            #expect(try await task.value.bytes == [3])
        }
    }

    @Test func patienceEnds() async throws {
        try await withRig(.memory) { rig in
            rig.endpoint.fail(.refused("memory"))
            var limits: Limits = .patient
            limits.patienceSeconds = 0
            let client: EchoClient = rig.client(limits: limits)
            let failure: EchoFailure? = await #expect(throws: EchoFailure.self) { try await client.echo(EchoPayload(bytes: [])) }
            #expect(failure?.fault?.code == .unavailable)
            #expect(failure?.outcome == .notDispatched)
        }
    }

    @Test(arguments: Carrier.allCases)
    func nearTheEndOfTheNumbersASecondConnectionIsOpened(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let server: Server = try await rig.server()
            var limits: Limits = .patient
            limits.lastStream = 11
            let client: EchoClient = rig.client(limits: limits)
            for number: UInt8 in 0..<35 { #expect(try await client.echo(EchoPayload(bytes: [number])).bytes == [number]) }
            #expect(await server.statistics.accepted == 4)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aProviderThatBreaksTheRulesIsLeft(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let task: Task<EchoFailure?, Never> = Self.refuse(rig.client())
            let peer: RawPeer? = await peers.next()
            #expect(await peer?.next(.activate) != nil)
            peer?.send(.welcome(), Self.answer(9, 1))
            #expect(await peer?.next(.fail)?.header.stream == 0)
            let failure: EchoFailure? = await task.value
            #expect(failure?.fault?.code == .violation)
            #expect(failure?.outcome == .unknown)
        }
    }
}
