import ColonnadeContract
import ColonnadeWire
import EchoIO
import Testing

@testable import ColonnadeTransport

/// The credit of a stream grows with small outputs, and what it may bring does not.
@Suite(.timeLimit(.minutes(5)))
struct OutputCreditTests {
    /// What is granted while so many outputs come and are taken one by one.
    private static func grants(_ inbox: OutputInbox, count: Int, bytes: Int) -> [Int] {
        (0..<count).compactMap { _ in
            #expect(inbox.push([UInt8](repeating: 0, count: bytes)))
            guard case .output(_, let grant) = inbox.take(), grant > 0 else { return nil }
            return grant
        }
    }

    @Test
    func growsWithSmallOutputsAndShrinksWithLargeOnes() {
        let inbox: OutputInbox = OutputInbox(credit: 4, frameBytes: 1 << 20)
        #expect(Self.grants(inbox, count: 14, bytes: 256) == [6, 12, 8], "16 may be on their way now")
        #expect(Self.grants(inbox, count: 12, bytes: 257) == [], "4 again")
        #expect(Self.grants(inbox, count: 4, bytes: 257) == [2, 2])
    }

    @Test(arguments: Carrier.allCases)
    func largeOutputsAfterSmallOnesAreNotKept(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            var limits: Limits = .patient
            limits.outputCredit = 4
            limits.frameBytes = 64 << 10
            let provider: Task<Bool, Never> = Task {
                let peer: RawPeer? = await peers.next()
                guard let opened: RawFrame = await peer?.next(.activate) else { return false }
                let output: (Int) -> RawFrame = { bytes in
                    let header: FrameHeader = FrameHeader(.output, board: opened.header.board, stream: opened.header.stream)
                    return RawFrame(header, EchoPayload(bytes: [UInt8](repeating: 1, count: bytes)))
                }
                peer?.send([RawFrame.welcome()].flatMap(\.bytes) + (0..<4).flatMap { _ in output(1).bytes })
                guard await peer?.next(.credit) != nil else { return false }
                peer?.send(output(1), output(1))
                guard await peer?.next(.credit) != nil else { return false }
                peer?.send((0..<16).flatMap { _ in output(60_000).bytes })
                return await peer?.next(.cancel) != nil
            }
            let outputs: OutputSequence<EchoPayload, EchoRefusal>.AsyncIterator =
                rig.client(limits: limits).pour(PourRequest(count: 22, bytes: 1)).makeAsyncIterator()
            for _: Int in 0..<6 { #expect(try await outputs.next()?.bytes.count == 1) }
            #expect(await provider.value, "what the first credit could not bring ends the activation")
            for _: Int in 0..<4 { #expect(try await outputs.next()?.bytes.count == 60_000) }
            let failure: EchoFailure? = await #expect(throws: EchoFailure.self) { try await outputs.next() }
            #expect(failure?.fault?.code == .exhausted)
        }
    }
}
