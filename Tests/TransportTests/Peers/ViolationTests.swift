import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeTransport
import EchoIO
import Testing

/// What a server answers to those who break the rules, while others are served on.
@Suite(.timeLimit(.minutes(5)))
struct ViolationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        var code: FailureCode = .violation
    }

    static let hello: RawFrame = .hello(fingerprint: EchoContract.descriptor.fingerprint)

    static let cases: [Case] = [
        Case(testDescription: "garbage", bytes: [0xff, 0xff, 0xff, 0x00, 0x99, 0x99]),
        Case(testDescription: "no hello", bytes: RawFrame.ping().bytes),
        Case(testDescription: "a length under 8", bytes: hello.bytes + [7, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0]),
        Case(testDescription: "a frame over the limit", bytes: hello.bytes + [0, 0, 0, 0x10, 0x10, 0, 0, 0], code: .tooLarge),
        Case(testDescription: "an unknown type", bytes: hello.bytes + [8, 0, 0, 0, 0x7f, 0, 0, 0, 0, 0, 0, 0]),
        Case(testDescription: "an unknown flag", bytes: hello.bytes + [8, 0, 0, 0, 0x20, 0x80, 0, 0, 0, 0, 0, 0]),
        Case(testDescription: "a second hello", bytes: hello.bytes + hello.bytes),
        Case(testDescription: "a hello that does not parse", bytes: RawFrame(FrameHeader(.hello), [0xff]).bytes),
        Case(
            testDescription: "streams that go backwards",
            bytes: hello.bytes + activate(1).bytes + activate(1).bytes),
        Case(testDescription: "a stream left out", bytes: hello.bytes + activate(2).bytes),
        Case(testDescription: "a command on a stream never opened", bytes: hello.bytes + RawFrame(FrameHeader(.command, stream: 5)).bytes),
        Case(
            testDescription: "a cancel on a stream never opened",
            bytes: hello.bytes + RawFrame(FrameHeader(.cancel, flags: .end, stream: 5)).bytes),
        Case(
            testDescription: "a command without credit",
            bytes: hello.bytes + RawFrame(FrameHeader(.activate, board: 2, stream: 1), CountRequest(count: 100_000)).bytes
                + RawFrame(FrameHeader(.command, stream: 1)).bytes),
        Case(testDescription: "a frame of the other side", bytes: hello.bytes + RawFrame.welcome().bytes),
        Case(testDescription: "a ping of one byte", bytes: hello.bytes + RawFrame(FrameHeader(.ping), [1]).bytes),
    ]

    static func activate(_ stream: UInt32) -> RawFrame {
        RawFrame(FrameHeader(.activate, flags: .end, board: 1, stream: stream), EchoPayload(bytes: [1]))
    }

    @Test(arguments: Carrier.allCases, cases)
    func isToldAndClosed(_ carrier: Carrier, _ violation: Case) async throws {
        try await withRig(carrier) { rig in
            let server: Server = try await rig.server()
            let client: EchoClient = rig.client()
            _ = try await client.echo(EchoPayload(bytes: [1]))
            let raw: RawPeer = try await rig.rawConsumer()
            raw.send(violation.bytes)
            let events: [RawEvent] = await raw.rest()
            let last: RawFrame? = events.compactMap(\.frame).last
            #expect(last?.header.type == .fail && last?.header.stream == 0, "\(events)")
            let fail: Fail? = try last?.decoded()
            #expect(fail?.code == violation.code.rawValue)
            #expect(fail?.message.isEmpty == false)
            if case .end = events.last {} else { Issue.record("the connection stays open: \(events)") }
            #expect(try await client.echo(EchoPayload(bytes: [2])).bytes == [2])
            #expect(await server.statistics.violations == 1)
        }
    }

    @Test(arguments: Carrier.allCases)
    func silenceIsCutOff(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            var limits: Limits = .patient
            limits.handshakeSeconds = 1
            _ = try await rig.server(limits: limits)
            for bytes: [UInt8] in [[], Array(Self.hello.bytes.prefix(9))] {
                let raw: RawPeer = try await rig.rawConsumer()
                raw.send(bytes)
                let events: [RawEvent] = await raw.rest()
                #expect(events.first?.frame?.header.type == .fail)
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func anUnknownBoardIsAnAnswer(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            let raw: RawPeer = try await rig.rawConsumer()
            raw.send(
                Self.hello, RawFrame(FrameHeader(.activate, flags: .end, board: 99, stream: 1)),
                RawFrame(FrameHeader(.activate, flags: .end, board: 65_500, stream: 2)),
                RawFrame(FrameHeader(.activate, flags: .end, board: 1, stream: 3), [0xff]),
                RawFrame(FrameHeader(.activate, flags: .end, board: 4, stream: 4), [0x08, 0x63]), Self.activate(5))
            #expect(await raw.next()?.frame?.header.type == .welcome)
            for (stream, code): (UInt32, FailureCode) in [(1, .unimplemented), (2, .unimplemented), (3, .invalid), (4, .invalid)] {
                let frame: RawFrame? = await raw.next()?.frame
                #expect(frame?.header.type == .fail && frame?.header.stream == stream && frame?.header.flags == .end)
                let fail: Fail? = try frame?.decoded()
                #expect(fail?.code == code.rawValue)
                #expect(fail?.outcome == DeliveryOutcome.notDispatched.rawValue)
            }
            #expect(await raw.next()?.frame?.header.type == .output)
        }
    }

    @Test(arguments: Carrier.allCases)
    func anInvalidCommandEndsItsActivation(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            let raw: RawPeer = try await rig.rawConsumer()
            raw.send(Self.hello, RawFrame(FrameHeader(.activate, board: 3, stream: 1), [0x0a, 0x01, 0x41]))
            let credit: RawFrame? = await raw.next(.credit)
            #expect(try credit?.decoded(as: Credit.self).count == 16)
            raw.send(RawFrame(FrameHeader(.command, stream: 1), [0xff]))
            let fail: RawFrame? = await raw.next(.fail)
            #expect(fail?.header.stream == 1)
            #expect(try fail?.decoded(as: Fail.self).code == FailureCode.invalid.rawValue)
            raw.send(RawFrame(FrameHeader(.finish, flags: .end, stream: 1)), .ping())
            #expect(await raw.next()?.frame?.header.type == .pong, "what is late is ignored")
        }
    }

    @Test(arguments: Carrier.allCases)
    func theWrongPeopleAreRejected(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server(consumer: "appointments")
            let fingerprint: String = EchoContract.descriptor.fingerprint
            let cases: [(RawFrame, FailureCode)] = [
                (.hello(consumer: "maps", fingerprint: fingerprint), .undeclared),
                (.hello(consumer: "appointments", provider: "maps", fingerprint: fingerprint), .undeclared),
                (.hello(consumer: "appointments", fingerprint: fingerprint, version: 2), .incompatible),
            ]
            for (hello, code): (RawFrame, FailureCode) in cases {
                let raw: RawPeer = try await rig.rawConsumer()
                raw.send(hello)
                let reject: RawFrame? = await raw.next(.reject)
                #expect(try reject?.decoded(as: Reject.self).code == code.rawValue)
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func welcomeComesBeforeEverything(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            _ = try await rig.server()
            let raw: RawPeer = try await rig.rawConsumer()
            raw.send(Self.hello, Self.activate(1), Self.activate(2))
            let welcome: RawFrame? = await raw.next()?.frame
            #expect(welcome?.header.type == .welcome)
            #expect(try welcome?.decoded(as: Welcome.self).generation == 3)
            #expect(await raw.next()?.frame?.header == FrameHeader(.output, flags: .end, board: 1, stream: 1))
            #expect(await raw.next()?.frame?.header == FrameHeader(.output, flags: .end, board: 1, stream: 2))
        }
    }
}
