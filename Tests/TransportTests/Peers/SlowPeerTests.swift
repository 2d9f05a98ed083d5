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
            limits.handshakeSeconds = 3
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
            #expect(await eventually(on: loop, within: .seconds(30)) { await server.statistics.connections == 0 })
        }
    }
}
