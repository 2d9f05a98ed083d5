import ColonnadeContract
import ColonnadeTransport
import ColonnadeWire
import EchoIO
import Testing

/// What a consumer can have handlers hold: the outputs with which they wait, and what they themselves take.
@Suite(.timeLimit(.minutes(2)))
struct OutboundBudgetTests {
    private static let streams: UInt32 = 64
    private static let output: String = String(repeating: "a", count: 64 << 10)

    /// Room for sixteen outputs.
    private static var limits: Limits {
        var limits: Limits = .patient
        (limits.outboundBytesOfEdge, limits.leastBytesOfEdge) = (1 << 20, 128 << 10)
        return limits
    }

    /// Streams that give large outputs as long as they are taken.
    private static func pouring(_ started: Counter) -> ScriptedEcho {
        var echo: ScriptedEcho = ScriptedEcho()
        echo.onConverse = { _, _, emit in
            started.add()
            while true { try await emit(output) }
        }
        return echo
    }

    /// A consumer that has opened all streams, with credit for as many outputs each.
    private static func consumer(of rig: Rig, credit: UInt32 = 1) async throws -> RawPeer {
        let peer: RawPeer = try await rig.rawConsumer()
        let credit: PeerLimits = PeerLimits(frameBytes: 1 << 24, streams: 1000, outputCredit: credit)
        peer.send(.hello(fingerprint: EchoContract.descriptor.fingerprint, limits: credit))
        peer.send((1...streams).flatMap { RawFrame(FrameHeader(.activate, flags: .end, board: 3, stream: $0), [0x0a, 1, 65]).bytes })
        return peer
    }

    @Test("Streams that wait with an output keep others from starting, and no call with one output", arguments: Carrier.allCases)
    func outputsInHand(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let started: Counter = Counter()
            let server: Server = try await rig.server(Self.pouring(started), limits: Self.limits)
            let peer: RawPeer = try await Self.consumer(of: rig)
            for number: UInt32 in 1...100 {
                peer.send(RawFrame(FrameHeader(.activate, flags: .end, board: 1, stream: Self.streams + number), [0x0a, 1, 65]))
            }
            for number: UInt32 in 1...100 {
                var answer: RawFrame? = await peer.next(.output)
                while let got: RawFrame = answer, got.header.stream <= Self.streams { answer = await peer.next(.output) }
                #expect(answer?.header.stream == Self.streams + number)
            }
            #expect((8...20).contains(started.value), "\(started.value) of \(Self.streams) have started")
            server.close()
        }
    }

    @Test("A stream that finds no room beside others is refused, and may be opened again", arguments: Carrier.allCases)
    func refused(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let server: Server = try await rig.server(Self.pouring(Counter()), limits: Self.limits)
            let peer: RawPeer = try await Self.consumer(of: rig)
            let fail: Fail = try #require(await peer.next(.fail)).decoded()
            #expect(fail.code == FailureCode.exhausted.rawValue)
            #expect(fail.outcome == DeliveryOutcome.notDispatched.rawValue)
            #expect(fail.retryAfter != nil)
            for stream: UInt32 in 1...20 { peer.send(RawFrame(FrameHeader(.cancel, flags: .end, stream: stream))) }
            peer.send(RawFrame(FrameHeader(.activate, flags: .end, board: 3, stream: Self.streams + 1), [0x0a, 1, 65]))
            var output: RawFrame? = await peer.next(.output)
            while let got: RawFrame = output, got.header.stream <= Self.streams { output = await peer.next(.output) }
            #expect(output != nil)
            server.close()
        }
    }

    @Test("Outputs count by their size also where the consumer has never taken one", arguments: Carrier.allCases)
    func withoutCredit(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let started: Counter = Counter()
            let server: Server = try await rig.server(Self.pouring(started), limits: Self.limits)
            let peer: RawPeer = try await Self.consumer(of: rig, credit: 0)
            for _: Int in 1...Int(Self.streams) - 20 { #expect(await peer.next(.fail) != nil) }
            #expect((8...20).contains(started.value), "\(started.value) of \(Self.streams) have started")
            server.close()
        }
    }

    @Test("Handlers that hang keep others from starting, which are turned away after a while", arguments: Carrier.allCases)
    func hangingHandlers(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let started: Counter = Counter()
            var echo: ScriptedEcho = ScriptedEcho()
            echo.onPause = { _ in
                started.add()
                for await _: Void in AsyncStream<Void>.makeStream().stream {}
                throw CancellationError()
            }
            var limits: Limits = Self.limits
            (limits.roomSeconds, limits.handlersOfEdge, limits.handlersKeptForEdge) = (1, 100, 10)
            let server: Server = try await rig.server(echo, limits: limits)
            let peer: RawPeer = try await rig.rawConsumer()
            peer.send(.hello(fingerprint: EchoContract.descriptor.fingerprint))
            let pause: [UInt8] = PauseRequest(duration: .seconds(60)).encoded()
            peer.send((1...500).flatMap { RawFrame(FrameHeader(.activate, flags: .end, board: 7, stream: $0), pause).bytes })
            let fail: Fail = try #require(await peer.next(.fail)).decoded()
            #expect(fail.code == FailureCode.exhausted.rawValue)
            #expect(fail.outcome == DeliveryOutcome.notDispatched.rawValue)
            #expect(started.value == 100)
            peer.send((1...500).flatMap { RawFrame(FrameHeader(.cancel, flags: .end, stream: $0)).bytes })
            for _: Int in 2...500 { #expect(await peer.next(.fail) != nil) }
            server.close()
        }
    }

    @Test("Streams that are quiet keep nobody from starting, however long their outputs were before", arguments: Carrier.allCases)
    func quietStreams(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let (started, poured): (Counter, Counter) = (Counter(), Counter())
            var echo: ScriptedEcho = ScriptedEcho()
            echo.onConverse = { _, _, emit in
                if poured.add() == 1 { try await emit(Self.output) }
                started.add()
                for await _: Void in AsyncStream<Void>.makeStream().stream {}
                throw CancellationError()
            }
            let server: Server = try await rig.server(echo, limits: Self.limits)
            let peer: RawPeer = try await Self.consumer(of: rig)
            #expect(await peer.next(.output) != nil)
            peer.send(RawFrame(FrameHeader(.activate, flags: .end, board: 1, stream: Self.streams + 1), [0x0a, 1, 65]))
            #expect(await peer.next(.output)?.header.stream == Self.streams + 1)
            #expect(started.value == Int(Self.streams))
            server.close()
        }
    }
}
