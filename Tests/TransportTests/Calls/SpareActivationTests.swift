import ColonnadeContract
import ColonnadeEventLoop
import EchoIO
import Synchronization
import Testing

@testable import ColonnadeTransport

/// What a call is served by serves another one after it, which sees nothing of the first.
@Suite(.timeLimit(.minutes(5)))
struct SpareActivationTests {
    @Test
    func whatEndedIsKeptAndHandedOutOnce() async throws {
        try await onLoop { loop in
            let spare: SpareActivations = SpareActivations(loop: loop, limits: Limits())
            let ended: ServedActivation = ServedActivation(loop: loop, limits: Limits())
            let name: ObjectIdentifier = ObjectIdentifier(ended)
            spare.takeBack(consume ended)
            #expect(spare.count == 1)
            #expect(spare.take().map(ObjectIdentifier.init) == name)
            #expect(spare.count == 0)
            #expect(spare.take() == nil)
        }
    }

    @Test
    func whatSomebodyStillHasIsNotKept() async throws {
        try await onLoop { loop in
            let spare: SpareActivations = SpareActivations(loop: loop, limits: Limits())
            let held: ServedActivation = ServedActivation(loop: loop, limits: Limits())
            spare.takeBack(held)
            #expect(spare.count == 0)
            withExtendedLifetime(held) {}
        }
    }

    @Test
    func noMoreAreKeptThanTheLimit() async throws {
        try await onLoop { loop in
            let spare: SpareActivations = SpareActivations(loop: loop, limits: Limits())
            for _: Int in 0..<SpareActivations.most + 10 { spare.takeBack(ServedActivation(loop: loop, limits: Limits())) }
            #expect(spare.count == SpareActivations.most)
        }
    }

    /// The first call has a deadline, which passes while the second is served, and metadata, and ends by refusing.
    @Test(arguments: Carrier.allCases)
    func theNextCallHasNothingOfTheOneBefore(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let loop: EventLoop = rig.providerLoop
            let deadline: MonotonicTime = MonotonicTime.read() + .seconds(5)
            let seen: EventQueue<CallMetadata> = EventQueue(loop: rig.consumerLoop)
            let echo: ScriptedEcho = ScriptedEcho(
                onEcho: { payload in
                    seen.add(CallMetadata.current)
                    // The timers of one loop keep their order: one of the call before would come first.
                    if payload.bytes == [2] { try await loop.sleep(until: deadline + .milliseconds(50)) }
                    return payload
                })
            let names: Names = try await rig.namingServer(EchoDispatcher(echo))
            let client: EchoClient = rig.client()
            let metadata: CallMetadata = CallMetadata(deadline: deadline.nanoseconds, session: "somebody's", attempt: 2)
            try await CallMetadata.$current.withValue(metadata) { _ = try await client.echo(EchoPayload(bytes: [1])) }
            #expect(await seen.next()?.session == "somebody's")
            #expect(try await client.echo(EchoPayload(bytes: [2])).bytes == [2])
            #expect(await seen.next() == CallMetadata())
            try #require(names.areOne)
        }
    }

    @Test(arguments: Carrier.allCases)
    func theNextCallHasNoCommandsOfTheOneBefore(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let ends: Counter = Counter()
            _ = try await rig.namingServer(FirstTakesCommands(ends))
            let client: EchoClient = rig.client()
            #expect(try await client.count(CountRequest(count: 1)).reduce(into: []) { $0.append($1) } == [])
            let endsOfFirst: Int = ends.value
            #expect(endsOfFirst > 0)
            #expect(try await client.count(CountRequest(count: 1)).reduce(into: []) { $0.append($1) } == [])
            #expect(ends.value == endsOfFirst)
        }
    }

    @Test(arguments: Carrier.allCases)
    func theNextCallIsNotCancelledBecauseTheOneBeforeWas(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let names: Names = try await rig.namingServer(EchoDispatcher(ScriptedEcho()))
            let raw: RawPeer = try await rig.rawConsumer()
            raw.send(
                .hello(fingerprint: EchoContract.descriptor.fingerprint),
                RawFrame(FrameHeader(.activate, flags: .end, board: 1, stream: 1), EchoPayload(bytes: [1])),
                RawFrame(FrameHeader(.cancel, flags: .end, board: 1, stream: 1)))
            #expect(await raw.next(.fail)?.header.stream == 1)
            raw.send(RawFrame(FrameHeader(.activate, flags: .end, board: 1, stream: 2), EchoPayload(bytes: [2])))
            #expect(await raw.next(.output)?.header.stream == 2)
            try #require(names.areOne)
        }
    }

    /// Where the activation were used again, the late output would go to the second call.
    @Test(arguments: Carrier.allCases)
    func aSinkThatOutlivesItsHandlerSendsNothingToTheNextCall(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let late: EventQueue<Bool> = EventQueue(loop: rig.consumerLoop)
            let names: Names = try await rig.namingServer(KeptSink(late))
            let client: EchoClient = rig.client()
            #expect(try await client.count(CountRequest(count: 1)).reduce(into: []) { $0.append($1) } == [])
            #expect(try await client.count(CountRequest(count: 2)).reduce(into: []) { $0.append($1) } == [])
            #expect(await late.next() == true)
            #expect(!names.areOne)
        }
    }

    /// Commands that outlive their handler are taken while the next call is served.
    @Test(arguments: Carrier.allCases)
    func aCommandThatIsTakenLateGrantsTheNextCallNothing(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let keeper: KeptCommands = KeptCommands(loop: rig.providerLoop)
            _ = try await rig.namingServer(keeper)
            let raw: RawPeer = try await rig.rawConsumer()
            raw.send(.hello(fingerprint: EchoContract.descriptor.fingerprint))
            try await keeper.sendCommands(raw, stream: 1)
            keeper.mayEnd.add(())
            #expect(await raw.next(.complete)?.header.stream == 1)
            raw.send(RawFrame(FrameHeader(.activate, board: 2, stream: 2), CountRequest(count: 1)))
            #expect(await raw.next(.credit)?.header.stream == 2)
            #expect(await keeper.takeAllOfFirst() == Limits().commandCredit)
            try await rig.providerLoop.run {}
            raw.send(.ping())
            let event: RawEvent? = await raw.next()
            #expect(event?.frame?.header.type == .pong, "\(String(describing: event))")
            keeper.mayEnd.add(())
            #expect(await raw.next(.complete)?.header.stream == 2)
        }
    }

    /// The same where no call is served by the activation meanwhile.
    @Test(arguments: Carrier.allCases)
    func aCommandMayBeTakenAfterItsCall(_ carrier: Carrier) async throws {
        try await withRig(carrier) { rig in
            let keeper: KeptCommands = KeptCommands(loop: rig.providerLoop)
            _ = try await rig.namingServer(keeper)
            let raw: RawPeer = try await rig.rawConsumer()
            raw.send(.hello(fingerprint: EchoContract.descriptor.fingerprint))
            try await keeper.sendCommands(raw, stream: 1)
            keeper.mayEnd.add(())
            #expect(await raw.next(.complete)?.header.stream == 1)
            #expect(await keeper.takeAllOfFirst() == Limits().commandCredit)
            try await rig.providerLoop.run {}
            raw.send(.ping())
            #expect(await raw.next(.pong) != nil)
        }
    }

    private func onLoop(_ body: @escaping @Sendable (EventLoop) -> Void) async throws {
        let loop: EventLoop = EventLoop(name: "spare")
        defer { loop.shutdown() }
        try await loop.run { body(loop) }
    }
}

/// Says how often somebody who takes commands was told that they have ended; only the first call takes some.
private final class FirstTakesCommands: Dispatcher {
    let contract: ContractDescriptor = EchoContract.descriptor
    private let calls: Counter = Counter()
    private let ends: Counter

    init(_ ends: Counter) {
        self.ends = ends
    }

    func dispatch(board: UInt16, body: inout WireReader, call: any ServedCall) throws(WireError) -> Bool {
        if calls.add() == 1 {
            call.receiveCommands({ (_: inout WireReader) throws(WireError) in }, onEnd: { [ends] _ in ends.add() })
        }
        call.serve { _ in .complete(.done) }
        return true
    }
}

/// The first handler leaves its sink to the others, which put their outputs there.
private final class KeptSink: Dispatcher {
    let contract: ContractDescriptor = EchoContract.descriptor
    private let late: EventQueue<Bool>
    private let kept: Mutex<(any OutputSink)?> = Mutex(nil)

    /// - Parameter late: whether a late output was told that its call has ended.
    init(_ late: EventQueue<Bool>) {
        self.late = late
    }

    func dispatch(board: UInt16, body: inout WireReader, call: any ServedCall) throws(WireError) -> Bool {
        call.serve { sink in
            let first: (any OutputSink)? = self.kept.withLock { kept in
                defer { kept = kept ?? sink }
                return kept
            }
            guard let first else { return .complete(.done) }
            do throws(CancellationError) {
                try await first.emit([7])
                self.late.add(false)
            } catch {
                self.late.add(true)
            }
            return .complete(.done)
        }
        return true
    }
}

/// Every call takes commands and ends when it is told to; the first one's commands are kept.
private final class KeptCommands: Dispatcher {
    let contract: ContractDescriptor = EchoContract.descriptor
    let mayEnd: EventQueue<Void>
    private let kept: Mutex<Commands<Int>?> = Mutex(nil)

    init(loop: EventLoop) {
        mayEnd = EventQueue(loop: loop)
    }

    func dispatch(board: UInt16, body: inout WireReader, call: any ServedCall) throws(WireError) -> Bool {
        let commands: Commands<Int> = call.commands { (_: inout WireReader) throws(WireError) -> Int in 1 }
        kept.withLock { $0 = $0 ?? commands }
        call.serve { [mayEnd] _ in
            _ = await mayEnd.next()
            return .complete(.done)
        }
        return true
    }

    /// Opens a stream, sends as many commands as are granted and FINISH, and sees that all have come.
    func sendCommands(_ raw: RawPeer, stream: UInt32) async throws {
        raw.send(RawFrame(FrameHeader(.activate, board: 2, stream: stream), CountRequest(count: 1)))
        let credit: Credit = try #require(await raw.next(.credit)).decoded()
        for _: UInt32 in 0..<credit.count { raw.send(RawFrame(FrameHeader(.command, board: 2, stream: stream))) }
        raw.send(RawFrame(FrameHeader(.finish, flags: .end, board: 2, stream: stream)), .ping())
        #expect(await raw.next(.pong) != nil)
    }

    /// - Returns: how many commands were left of the first call.
    func takeAllOfFirst() async -> Int {
        guard let commands: Commands<Int> = kept.withLock({ $0 }) else { return 0 }
        var taken: Int = 0
        do {
            for try await one: Int in commands { taken += one }
        } catch {
            return -1
        }
        return taken
    }
}

/// What calls were served by, in their order.
private final class Names: Dispatcher {
    let base: any Dispatcher
    private let names: Mutex<[ObjectIdentifier]> = Mutex([])

    init(_ base: any Dispatcher) {
        self.base = base
    }

    var contract: ContractDescriptor { base.contract }

    /// Whether two calls or more were served, all by one activation.
    var areOne: Bool { names.withLock { $0.count > 1 && Set($0).count == 1 } }

    func dispatch(board: UInt16, body: inout WireReader, call: any ServedCall) throws(WireError) -> Bool {
        names.withLock { $0.append(ObjectIdentifier(call)) }
        return try base.dispatch(board: board, body: &body, call: call)
    }
}

extension Rig {
    fileprivate func namingServer(_ base: any Dispatcher) async throws -> Names {
        let names: Names = Names(base)
        let configuration: ServerConfiguration = ServerConfiguration(
            provider: "echo", generation: 3, dispatchers: [names], limits: .patient)
        Server(configuration: configuration, loop: providerLoop).serve(acceptor: try await acceptor(), consumer: nil)
        return names
    }
}
