import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing

/// Peers that take nothing, or ask for more than they take.
@Suite(.timeLimit(.minutes(5)))
struct SlowPeerTests {
    /// Opens a stream whose handler hangs, and one whose answer does not fit into the kernel.
    private static func fill(_ raw: RawPeer) {
        raw.send(
            ViolationTests.hello, RawFrame(FrameHeader(.activate, flags: .end, board: 4, stream: 1), [0x08, 0x01]),
            ViolationTests.activate(2))
    }

    @Test
    func whoHalfClosesAndDoesNotReadStillCountsAndIsCutOff() async throws {
        try await withRig(.unix) { rig in
            var limits: Limits = .patient
            limits.handshakeSeconds = 20
            let events: EventQueue<String> = EventQueue(loop: rig.consumerLoop)
            var echo: ScriptedEcho = FlowTests.hanging(events, on: rig.providerLoop)
            echo.onEcho = { _ in EchoPayload(bytes: [UInt8](repeating: 0, count: 8 << 20)) }
            let server: Server = try await rig.server(echo, limits: limits)
            let (path, loop): (String, EventLoop) = (rig.path, rig.consumerLoop)
            let (socket, raw): (UnixSocket, RawPeer) = try await loop.run {
                let socket: UnixSocket = try UnixSocket.connect(path: path, loop: loop)
                return (socket, RawPeer(UnixPipe(socket), reads: false))
            }
            Self.fill(raw)
            #expect(await events.next() == "started")
            #expect(
                await eventually(on: loop) { await server.statistics.boards.contains { $0.calls == 1 && $0.inFlight == 0 } })
            loop.execute { socket.finishWriting() }
            #expect(await events.next() == "cancelled", "its end was read")
            #expect(await server.statistics.connections == 1, "what waits to be written still counts")
            #expect(await eventually(on: loop) { await server.statistics.connections == 0 })
        }
    }
    @Test(arguments: Carrier.allCases)
    func commandsFlowWithASmallWindow(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            var limits: Limits = .patient
            limits.commandCredit = 3
            _ = try await rig.server(limits: limits)
            let commands: Commands<EchoCommand> = Commands()
            let outputs: OutputSequence<String, EchoRefusal>.AsyncIterator = rig.client().converse("", commands).makeAsyncIterator()
            for _: Int in 0..<20 {
                try await commands.send(.pause)
                #expect(try await outputs.next() != nil)
            }
            commands.finish()
            #expect(try await outputs.next() == nil)
        }
    }

    @Test(arguments: Carrier.allCases)
    func metadataCountsBeforeWelcome(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            var limits: Limits = .patient
            limits.bytesBeforeWelcome = 64 << 10
            let connector: Connector = rig.connector(limits: limits)
            let metadata: CallMetadata = CallMetadata(session: String(repeating: "s", count: 8 << 10))
            let tasks: [Task<EchoFailure?, Never>] = (0..<20).map { _ in
                CallMetadata.$current.withValue(metadata) { ResendTests.refuse(EchoClient(connector)) }
            }
            let peer: RawPeer? = await peers.next()
            var bytes: Int = 0
            while let frame: RawFrame = await peer?.next(within: .seconds(1))?.frame {
                if frame.header.type != .hello { bytes += frame.bytes.count }
            }
            #expect(bytes > 32 << 10)
            #expect(bytes <= limits.bytesBeforeWelcome)
            connector.close()
            for task: Task<EchoFailure?, Never> in tasks { _ = await task.value }
        }
    }

    private static let pings: [UInt8] = (0..<10_000).flatMap { _ in RawFrame.ping().bytes }

    @Test(arguments: Carrier.allCases)
    func aProviderThatPingsAndDoesNotReadIsHeldBack(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            var limits: Limits = .patient
            limits.queuedBytes = 64 << 10
            let client: EchoClient = rig.client(limits: limits)
            let task: Task<EchoPayload, any Error> = Task { try await client.echo(EchoPayload(bytes: [1])) }
            let peer: RawPeer? = await peers.next()
            #expect(await peer?.next(.activate) != nil)
            peer?.stopReading()
            try await Self.flood(peer)
            peer?.resumeReading()
            peer?.send(.welcome(), ResendTests.answer(1, 5))
            #expect(try await task.value.bytes == [5], "it goes on as soon as the provider reads")
        }
    }

    @Test(arguments: Carrier.allCases)
    func aConsumerThatPingsBeforeWelcomeAndDoesNotReadIsHeldBack(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            var limits: Limits = .patient
            limits.queuedBytes = 64 << 10
            _ = try await rig.server(limits: limits)
            let raw: RawPeer = try await rig.rawConsumer()
            raw.send(.hello(fingerprint: "another"))
            #expect(await raw.next(.describe) != nil)
            raw.stopReading()
            try await Self.flood(raw)
            raw.resumeReading()
            raw.send(RawFrame(FrameHeader(.describe), Describe(contract: EchoContract.descriptor)))
            #expect(await raw.next(.welcome) != nil, "it goes on as soon as the consumer reads")
        }
    }

    /// Sends 1.6 MB of PING, far more than carriers and limits hold, and waits until the other end takes no more of them.
    private static func flood(_ peer: RawPeer?) async throws {
        let pipe: any Pipe = try #require(peer).pipe
        for _: Int in 0..<8 { peer?.send(pings) }
        var left: [Int] = []
        // The same number many times in a row: nothing moves any more.
        while left.count < 20 {
            try await pipe.loop.sleep(for: .milliseconds(20))
            let queued: Int = try await pipe.loop.run { pipe.queuedBytes }
            left = left.last == queued ? left + [queued] : [queued]
        }
        #expect(left.last ?? 0 > 512 << 10, "what nobody takes stays with the sender")
    }
}
