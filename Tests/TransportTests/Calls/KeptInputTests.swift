import ColonnadeContract
import ColonnadeTransport
import EchoIO
import Testing

@testable import ColonnadeEventLoop

/// A caller on the connector's loop keeps its Input, and hands it over when the call needs it again.
@Suite(.timeLimit(.minutes(5)))
struct KeptInputTests {
    /// Calls on the connector's loop; gives what came, or how it failed.
    private static func echo(_ bytes: [UInt8], _ client: EchoClient, on rig: Rig) -> Mailbox {
        let mailbox: Mailbox = EventQueue(loop: rig.providerLoop)
        rig.consumerLoop.startTask {
            do throws(EchoFailure) {
                mailbox.add(.success(try await client.echo(EchoPayload(bytes: bytes)).bytes))
            } catch {
                mailbox.add(.failure(error))
            }
        }
        return mailbox
    }

    private typealias Mailbox = EventQueue<Result<[UInt8], EchoFailure>>

    /// A connection that has been welcomed, on which nothing is open.
    private static func opened(_ client: EchoClient, _ peers: EventQueue<RawPeer>, on rig: Rig) async throws -> RawPeer {
        let first: Mailbox = echo([9], client, on: rig)
        let peer: RawPeer = try #require(await peers.next())
        let frame: RawFrame = try #require(await peer.next(.activate))
        peer.send(.welcome(), ResendTests.answer(frame.header.stream, 9))
        #expect(try await first.next()?.get() == [9])
        return peer
    }

    private static func input(_ bytes: [UInt8], with metadata: [UInt8]?) -> [UInt8] {
        (metadata.map { [UInt8($0.count)] + $0 } ?? []) + EchoPayload(bytes: bytes).encoded()
    }

    @Test(arguments: Carrier.allCases)
    func anInputIsSentAgainAsItWas(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let client: EchoClient = rig.client()
            let first: RawPeer = try await Self.opened(client, peers, on: rig)
            let reply: Mailbox = Self.echo([1, 2, 3], client, on: rig)
            #expect(await first.next(.activate)?.body == Self.input([1, 2, 3], with: nil))
            first.closeAfterFlush()
            let again: Metadata = Metadata(attempt: 2)
            let second: RawPeer = try #require(await peers.next())
            #expect(await second.next(.activate)?.body == Self.input([1, 2, 3], with: again.encoded()))
            second.closeAfterFlush()
            let third: RawPeer = try #require(await peers.next())
            #expect(await third.next(.activate)?.header.stream == 1, "the third try has its Input at hand")
            third.send(.welcome(), ResendTests.answer(1, 7))
            #expect(try await reply.next()?.get() == [7])
        }
    }

    @Test(arguments: Carrier.allCases)
    func aRetryThatIsFarAwayEndsWithTheConnector(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            let connector: Connector = rig.connector()
            let peer: RawPeer = try await Self.opened(EchoClient(connector), peers, on: rig)
            let reply: Mailbox = Self.echo([1], EchoClient(connector), on: rig)
            #expect(await peer.next(.activate) != nil)
            let fail: Fail = Fail(code: FailureCode.exhausted.rawValue, message: "later", outcome: 1, retryAfter: .seconds(3600))
            peer.send(RawFrame(FrameHeader(.fail, flags: .end, stream: 2), fail))
            peer.send(.ping())
            #expect(await peer.next(.pong) != nil, "the refusal was read")
            connector.close()
            let failure: EchoFailure? = await reply.next()?.failure
            #expect(failure?.fault?.code == .unavailable)
            #expect(failure?.outcome == .notDispatched)
        }
    }

    @Test(arguments: Carrier.allCases)
    func anInputThatIsTooLongIsToldAndSendsNothing(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let peers: EventQueue<RawPeer> = try await rig.rawProvider()
            var limits: Limits = .patient
            limits.frameBytes = 4096
            let client: EchoClient = rig.client(limits: limits)
            let peer: RawPeer = try await Self.opened(client, peers, on: rig)
            // A frame's header takes 8 bytes, the field of bytes 3, and 16 are kept for a second try.
            let longest: [UInt8] = [UInt8](repeating: 1, count: 4096 - 8 - 16 - 3)
            let failure: EchoFailure? = await Self.echo(longest + [1], client, on: rig).next()?.failure
            #expect(failure?.fault?.code == .tooLarge)
            #expect(failure?.fault?.message == "The Input has 4073 bytes; echo takes 4072.")
            #expect(failure?.outcome == .notDispatched)
            let reply: Mailbox = Self.echo(longest, client, on: rig)
            let frame: RawFrame? = await peer.next(.activate)
            #expect(frame?.header.stream == 2, "the Input that was too long took no number")
            #expect(frame?.body == Self.input(longest, with: nil))
            peer.send(ResendTests.answer(2, 5))
            #expect(try await reply.next()?.get() == [5])
        }
    }

    /// Memory of calls is used again: nothing of one may be seen by the next, however it ended.
    @Test(arguments: Carrier.allCases)
    func callsThatEndInEveryWayLeaveNothingBehind(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let echo: ScriptedEcho = ScriptedEcho(onEcho: { input in
                switch input.bytes.first {
                case 1: throw EchoFailure.refused(.unwilling)
                case 2: throw EchoFailure.failed(Fault(.internal, "two", outcome: .done))
                case 3: for await _: Never in AsyncStream.makeStream(of: Never.self).stream {}
                default: break
                }
                let isPlain: Bool = CallMetadata.current.session == nil
                return EchoPayload(bytes: input.bytes + [isPlain ? 0 : 1])
            })
            _ = try await rig.server(echo)
            let client: EchoClient = rig.client()
            for round: UInt8 in 0..<40 {
                let kind: UInt8 = round % 4
                let reply: Mailbox = EventQueue(loop: rig.providerLoop)
                rig.consumerLoop.startTask {
                    let deadline: UInt64? = kind == 3 ? MonotonicTime.read().nanoseconds + 60_000_000 : nil
                    let metadata: CallMetadata = CallMetadata(deadline: deadline, session: round % 8 == 0 ? "s" : nil)
                    await CallMetadata.$current.withValue(metadata) {
                        do throws(EchoFailure) {
                            reply.add(.success(try await client.echo(EchoPayload(bytes: [kind, round])).bytes))
                        } catch {
                            reply.add(.failure(error))
                        }
                    }
                }
                let result: Result<[UInt8], EchoFailure>? = await reply.next()
                switch kind {
                case 0: #expect(try result?.get() == [0, round, round % 8 == 0 ? 1 : 0])
                case 1: if case .refused(.unwilling)? = result?.failure {} else { Issue.record("\(String(describing: result))") }
                case 2: #expect(result?.failure?.fault?.message == "two")
                default: #expect(result?.failure?.fault?.code == .deadlineExceeded)
                }
            }
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
