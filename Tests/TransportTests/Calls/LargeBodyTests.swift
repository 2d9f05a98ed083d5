import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing

/// Bodies that go from where they are and come to where they stay, among small ones.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct LargeBodyTests {
    private static let sizes: [Int] = [64, 65_535, 65_536, 65_537, 200_000, 262_144, 1 << 20, 5_000_000]

    private static func payload(_ size: Int, _ number: Int = 0) -> EchoPayload {
        EchoPayload(bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) })
    }

    @Test(arguments: Carrier.allCases)
    func oneAfterTheOther(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            let client: EchoClient = rig.client()
            for size: Int in Self.sizes + Self.sizes.reversed() {
                #expect(try await client.echo(Self.payload(size)) == Self.payload(size), "\(size) bytes")
                #expect(try await client.echo(Self.payload(3)) == Self.payload(3))
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func withMetadataInFront(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            let client: EchoClient = rig.client()
            for size: Int in Self.sizes {
                let metadata: CallMetadata = CallMetadata(session: String(repeating: "s", count: size % 5000))
                let reply: EchoPayload = try await CallMetadata.$current.withValue(metadata) { try await client.echo(Self.payload(size)) }
                #expect(reply == Self.payload(size), "\(size) bytes")
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func manyAtOnce(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            let client: EchoClient = rig.client()
            let good: Int = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number: Int in 0..<60 {
                    let payload: EchoPayload = Self.payload(number % 3 == 0 ? 300_000 + number : number, number)
                    group.addTask { try await client.echo(payload) == payload }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(good == 60)
        }
    }

    /// The caller's array is sent from where it is; what the caller does to it afterwards changes nothing.
    @Test(arguments: Carrier.allCases)
    func whatIsChangedAfterwardsIsNotSent(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let echo: ScriptedEcho = ScriptedEcho(onEcho: { payload in
                var changed: [UInt8] = payload.bytes
                changed[0] = 255
                return EchoPayload(bytes: changed)
            })
            _ = try await rig.server(echo)
            let client: EchoClient = rig.client()
            var bytes: [UInt8] = Self.payload(400_000).bytes
            for number: Int in 0..<5 {
                bytes[1] = UInt8(number)
                let payload: EchoPayload = EchoPayload(bytes: bytes)
                async let reply: EchoPayload = client.echo(payload)
                let sent: [UInt8] = bytes
                bytes[1] = 200
                let expected: [UInt8] = [255] + sent.dropFirst()
                #expect(try await reply.bytes == expected)
            }
        }
    }

    /// An Input of the wrong shape is told as ever, however large it is, and the connection lives on.
    @Test(arguments: Carrier.allCases)
    func largeInputsThatDoNotFit(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            let connector: Connector = rig.connector()
            for prefix: [UInt8] in [[0x0a, 0xff, 0xff, 0x7f], [0x12, 0xe0, 0xa7, 0x12], [0x07]] {
                let body: [UInt8] = prefix + [UInt8](repeating: 0, count: 300_000)
                let error: CallError? = await #expect(throws: CallError.self) {
                    _ = try await connector.call(CallRequest(board: 1, body: body, isIdempotent: true))
                }
                guard case .fault(let fault) = error else { return }
                #expect(fault.code == .invalid)
            }
            #expect(try await EchoClient(connector).echo(Self.payload(5)) == Self.payload(5))
        }
    }

    /// A peer that announces much and goes costs nothing that lasts.
    @Test(arguments: Carrier.allCases)
    func aPeerThatGoesInTheMiddle(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let server: Server = try await rig.server()
            let client: EchoClient = rig.client()
            #expect(try await client.echo(Self.payload(1)) == Self.payload(1))
            for count: Int in [12, 20, 5000, 100_000] {
                let peer: RawPeer = try await rig.rawConsumer()
                peer.send(.hello(fingerprint: EchoContract.descriptor.fingerprint))
                _ = await peer.next()
                let payload: EchoPayload = Self.payload(3_000_000)
                var writer: WireWriter = WireWriter()
                writer.writeFrame(FrameHeader(.activate, flags: .end, board: 1, stream: 1), body: payload.encoded())
                peer.send([UInt8](writer.bytes[..<count]))
                peer.close()
            }
            #expect(try await client.echo(Self.payload(70_000)) == Self.payload(70_000))
            let deadline: ContinuousClock.Instant = .now + .seconds(60)
            while await server.statistics.connections > 1, .now < deadline { await Task.yield() }
            #expect(await server.statistics.connections == 1)
        }
    }
}
