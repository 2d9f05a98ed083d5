import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Synchronization
import Testing

/// The dispatch watermark: what the provider writes, and what a consumer makes of it after the provider's death.
@Suite(.timeLimit(.minutes(2)))
struct WatermarkTests {
    private static let mark: UInt64 = 1 << 32

    private static func counter(of peer: RawPeer) async throws -> SharedCounter? {
        try await peer.pipe.loop.run { peer.pipe.takeCounter() }
    }

    private static func report(_ question: CrashQuestion) -> CrashReport {
        CrashReport(id: "echo-\(question.generation)", signal: 9, status: nil, generation: question.generation)
    }

    /// Starts two calls that are not idempotent, and gives the provider's end of their connection once both have arrived there.
    private static func twoCalls(
        _ client: EchoClient, _ peers: EventQueue<RawPeer>
    ) async throws -> (tasks: [Task<EchoFailure?, Never>], peer: RawPeer) {
        let first: Task<EchoFailure?, Never> = ResendTests.refuse(client)
        let peer: RawPeer = try #require(await peers.next())
        #expect(await peer.next(.activate)?.header.stream == 1)
        let second: Task<EchoFailure?, Never> = ResendTests.refuse(client)
        #expect(await peer.next(.activate)?.header.stream == 2)
        return ([first, second], peer)
    }

    @Test func whatWasNotDispatchedIsSentAgainAndTheRestLearnsOfTheCrash() async throws {
        try await withRig(.unix) { rig in
            let asked: Mutex<[CrashQuestion]> = Mutex([])
            let client: EchoClient = EchoClient(
                rig.connector { question in
                    asked.withLock { $0.append(question) }
                    return Self.report(question)
                })
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let (tasks, peer): ([Task<EchoFailure?, Never>], RawPeer) = try await Self.twoCalls(client, peers)
            let counter: SharedCounter = try #require(await Self.counter(of: peer))
            counter.value = Self.mark | 1
            peer.send(.welcome())
            peer.closeAfterFlush()
            let failure: EchoFailure? = await tasks[0].value
            guard case .crashed(let report, let fault) = failure else { throw Unexpected(failure: failure) }
            #expect(report.id == "echo-1")
            #expect(fault.outcome == .unknown)
            #expect(fault.message.contains("svc-supervisor crashes echo-1"))
            let next: RawPeer = try #require(await peers.next())
            #expect(await next.next(.activate)?.header.stream == 1)
            next.send(.welcome(), RawFrame(FrameHeader(.output, flags: .end, board: 4, stream: 1)))
            #expect(await tasks[1].value == nil, "sent again, and answered")
            let lost: [CrashQuestion.Lost] = [CrashQuestion.Lost(board: "refuse", unknown: 1, notDispatched: 1)]
            #expect(asked.withLock { $0 } == [CrashQuestion(provider: "echo", generation: 1, lost: lost)])
        }
    }

    @Test(arguments: [0, 2, 1 << 33, UInt64.max])
    func aNumberThatIsNoWatermarkSaysNothing(_ number: UInt64) async throws {
        try await withRig(.unix) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let (tasks, peer): ([Task<EchoFailure?, Never>], RawPeer) = try await Self.twoCalls(rig.client(), peers)
            try #require(await Self.counter(of: peer)).value = number
            peer.send(.welcome())
            peer.closeAfterFlush()
            for task: Task<EchoFailure?, Never> in tasks {
                let failure: EchoFailure? = await task.value
                #expect(failure?.outcome == .unknown)
                #expect(failure?.fault?.code == .unavailable, "nobody was there to ask")
            }
        }
    }

    @Test func aWitnessThatNeverAnswersHoldsNobodyUp() async throws {
        try await withRig(.unix) { rig in
            let client: EchoClient = EchoClient(
                rig.connector { _ in
                    // Ends with the task, which nobody cancels.
                    for await _: Void in AsyncStream<Void>.makeStream().stream {}
                    return nil
                })
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            for _: Int in 0..<2 {
                let (tasks, peer): ([Task<EchoFailure?, Never>], RawPeer) = try await Self.twoCalls(client, peers)
                peer.send(.welcome())
                peer.closeAfterFlush()
                for task: Task<EchoFailure?, Never> in tasks { #expect(await task.value?.fault?.code == .unavailable) }
            }
        }
    }

    @Test func theProviderWritesTheLastStreamWhoseHandlerWasStarted() async throws {
        try await withRig(.unix) { rig in
            let (started, source): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream()
            var echo: ScriptedEcho = ScriptedEcho()
            echo.onRefuse = { _ in
                source.yield()
                for await _: Void in AsyncStream<Void>.makeStream().stream {}
            }
            let server: Server = try await rig.server(echo)
            let peer: RawPeer = try await rig.rawConsumer()
            let counter: SharedCounter = try #require(await peer.pipe.loop.run { peer.pipe.shareCounter() })
            #expect(counter.value == 0)
            peer.send(.hello(fingerprint: EchoContract.descriptor.fingerprint))
            #expect(await peer.next(.welcome) != nil)
            #expect(counter.value == Self.mark)
            let input: EncodedInput = EncodedInput(value: .unwilling)
            var events: AsyncStream<Void>.Iterator = started.makeAsyncIterator()
            for stream: UInt32 in 1...3 {
                peer.send(RawFrame(FrameHeader(.activate, flags: .end, board: 4, stream: stream), input.bytes))
                await events.next()
                #expect(counter.value == Self.mark | UInt64(stream))
            }
            // What does not parse is answered, and no handler is started.
            peer.send(RawFrame(FrameHeader(.activate, flags: .end, board: 4, stream: 4), [0xFF]))
            #expect(await peer.next(.fail)?.header.stream == 4)
            #expect(counter.value == Self.mark | 3)
            server.close()
        }
    }

    @Test func whatIsNoCounterIsIgnored() async throws {
        try await withRig(.unix) { rig in
            let server: Server = try await rig.server()
            let (path, loop): (String, EventLoop) = (rig.path, rig.consumerLoop)
            for number: Int in 0..<3 {
                let peer: RawPeer = try await loop.run {
                    let socket: UnixSocket = try UnixSocket.connect(path: path, loop: loop)
                    let peer: RawPeer = RawPeer(UnixPipe(socket))
                    for _: Int in 0...number { socket.send(try OwnedDescriptor.pipe().reading) }
                    return peer
                }
                peer.send(.hello(fingerprint: EchoContract.descriptor.fingerprint))
                #expect(await peer.next(.welcome) != nil)
                peer.send(RawFrame(FrameHeader(.activate, flags: .end, board: 1, stream: 1), EchoPayload(bytes: [1])))
                #expect(await peer.next(.output) != nil)
                peer.close()
            }
            server.close()
        }
    }
}

/// The Input of `refuse`, which is no message: it travels as field 1 of one.
private struct EncodedInput {
    let value: EchoRefusal.Kind

    var bytes: [UInt8] { [0x08, UInt8(value == .unwilling ? 1 : 2)] }
}

private struct Unexpected: Error {
    let failure: EchoFailure?
}
