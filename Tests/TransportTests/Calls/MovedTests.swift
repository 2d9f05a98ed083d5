import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing

/// Streams of a provider that goes away.
@Suite("Streams that move", .timeLimit(.minutes(2)))
struct MovedTests {
    /// Gives 1 and stays open for ever.
    private static var endless: ScriptedEcho {
        var echo: ScriptedEcho = ScriptedEcho()
        echo.onCount = { _, emit in
            try await emit(1)
            for await _: Void in AsyncStream<Void>.makeStream().stream {}
            throw CancellationError()
        }
        return echo
    }

    @Test("A stream that never ends does not hold a drain up", arguments: Carrier.allCases)
    func aDrainDoesNotWait(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let server: Server = try await rig.server(Self.endless)
            let peer: RawPeer = try await rig.rawConsumer()
            peer.send(
                .hello(fingerprint: EchoContract.descriptor.fingerprint),
                RawFrame(FrameHeader(.activate, flags: .end, board: 2, stream: 1), CountRequest(count: 1)))
            #expect(await peer.next(.output) != nil)
            let drain: Task<Void, Never> = Task { await server.drain(timeout: .seconds(3600)) }
            let ping: RawFrame = try #require(await peer.next(.ping))
            peer.send(RawFrame(FrameHeader(.pong), ping.body))
            let end: RawFrame? = await peer.next(.fail)
            #expect(end?.header.stream == 1)
            #expect(try end.map { try $0.decoded(as: Fail.self).code } == FailureCode.moved.rawValue)
            await drain.value
        }
    }

    @Test("A consumer opens a stream of an idempotent Input again at the next generation", arguments: Carrier.allCases)
    func aStreamGoesOn(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let outputs: ScriptedEcho.Outputs<Int> = rig.client().count(CountRequest(count: 9))
            let task: Task<[Int], any Error> = Task {
                var got: [Int] = []
                for try await number: Int in outputs { got.append(number) }
                return got
            }
            let first: RawPeer? = await peers.next()
            #expect(await first?.next(.activate) != nil)
            first?.send(.welcome(), Self.output(1, 1))
            for frame: RawFrame in ResendTests.drain(1) { first?.send(frame) }
            first?.send(RawFrame(FrameHeader(.fail, flags: .end, board: 2, stream: 1), Self.moved))
            let second: RawPeer? = await peers.next()
            #expect(await second?.next(.activate)?.header.stream == 1)
            second?.send(
                .welcome(), Self.output(1, 2), RawFrame(FrameHeader(.complete, flags: .end, board: 2, stream: 1), Complete(done: true)))
            #expect(try await task.value == [1, 2])
        }
    }

    private static var moved: Fail {
        Fail(code: FailureCode.moved.rawValue, message: "gone", outcome: DeliveryOutcome.unknown.rawValue)
    }

    private static func output(_ stream: UInt32, _ number: UInt8) -> RawFrame {
        RawFrame(FrameHeader(.output, board: 2, stream: stream), [0x08, number << 1])
    }
}
