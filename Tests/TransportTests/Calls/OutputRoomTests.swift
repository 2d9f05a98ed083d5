import ColonnadeContract
import ColonnadeWire
import EchoIO
import Testing

@testable import ColonnadeTransport

/// What a stream keeps while it waits: its output, and not the encoded form beside it. That is made to be counted, and to be sent.
@Suite(.timeLimit(.minutes(5)))
struct OutputRoomTests {
    @Test(arguments: Carrier.allCases)
    func anOutputIsEncodedAgainWhenItIsSent(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let encodings: Counter = Counter()
            let raw: RawPeer = try await peer(of: rig, counting: encodings)
            for sent: Int in 1...3 {
                #expect(await raw.next(.output)?.header.stream == 1)
                // The handler has gone on until it waits.
                raw.send(.ping())
                #expect(await raw.next(.pong) != nil)
                #expect(encodings.value == 2 * sent)
                raw.send(RawFrame(FrameHeader(.credit, stream: 1), Credit(count: 1)))
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func oneThatWaitsEndsWithItsCall(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let encodings: Counter = Counter()
            let raw: RawPeer = try await peer(of: rig, counting: encodings)
            #expect(await raw.next(.output) != nil)
            raw.send(RawFrame(FrameHeader(.cancel, flags: .end, board: 2, stream: 1)))
            #expect(await raw.next(.fail)?.header.stream == 1)
            #expect(encodings.value == 2)
        }
    }

    /// A consumer that has opened a stream, with credit for one output.
    private func peer(of rig: Rig, counting encodings: Counter) async throws -> RawPeer {
        let configuration: ServerConfiguration = ServerConfiguration(
            provider: "echo", generation: 1, dispatchers: [CountedOutputs(encodings)], limits: .patient)
        Server(configuration: configuration, loop: rig.providerLoop).serve(acceptor: try await rig.acceptor(), consumer: nil)
        let raw: RawPeer = try await rig.rawConsumer()
        let limits: PeerLimits = PeerLimits(frameBytes: 1 << 24, streams: 10, outputCredit: 1)
        raw.send(
            .hello(fingerprint: EchoContract.descriptor.fingerprint, limits: limits),
            RawFrame(FrameHeader(.activate, board: 2, stream: 1), CountRequest(count: 1)))
        return raw
    }
}

/// Gives outputs as long as its call is open.
private final class CountedOutputs: Dispatcher {
    let contract: ContractDescriptor = EchoContract.descriptor
    private let encodings: Counter

    init(_ encodings: Counter) {
        self.encodings = encodings
    }

    func dispatch(board: UInt16, body: inout WireReader, call: any ServedCall) throws(WireError) -> Bool {
        let encodings: Counter = encodings
        call.serve { sink in
            await OutputSequence<CountedMessage, EchoRefusal> { emit in
                while true { try await emit(CountedMessage(encodings: encodings)) }
            }.serve(into: sink)
        }
        return true
    }
}

private struct CountedMessage: WireMessage {
    let encodings: Counter

    init(encodings: Counter) {
        self.encodings = encodings
    }

    init(from reader: inout WireReader) throws(WireError) { throw .truncated }

    func encode(into writer: inout WireWriter) {
        encodings.add()
        writer.writeBytes([1], field: 1)
    }
}
