internal import ColonnadeContract
internal import ColonnadeEventLoop
internal import DequeModule

/// One accepted connection: joins a pipe, the state machine and the handlers.
///
/// Invariant: frames are processed in the order of arrival; while `held` is not empty, later frames queue behind it.
final class ServerConnection: PipeHandler, LoopMember, LoopCall {
    struct HeldFrame {
        let header: FrameHeader
        let body: ReceivedMessage
        let bodyBytes: Int

        /// What it takes: with its place in the queue and the array of its bytes, which are more than most of what is held.
        var bytes: Int { FrameHeader.size + bodyBytes + 96 }
    }

    /// How much of its edge's turn the end of a connection takes, in frames.
    static let framesOfEnd: Int = 4
    /// The most bytes per read: some hundreds of the smallest frames, as much as one connection should have of a turn.
    private static let mostBytesOfRead: Int = 16 << 10
    /// The same while other connections of the edge wait for their turn.
    private static let bytesOfReadInCrowd: Int = 2 << 10
    /// How much of its edge's turn a comparison of contracts takes, in frames: all of it.
    private static let framesOfJudgement: Int = 64

    /// Counts what its server has accepted.
    let number: UInt64
    let core: ServerCore
    // The core's and the edge's, kept here for quick access from each call.
    let handlers: HandlerTasks
    let spare: SpareActivations
    let counters: Cell<[BoardStatistics]>
    let isGuarded: Bool
    let attention: Cell<Int>
    let someWait: Cell<Bool>
    let pipe: any Pipe
    let loop: EventLoop
    let edge: Edge
    let machine: Cell<ProviderConnection<ServedActivation>>
    /// Activations whose handlers wait to run; see ``CallLine``.
    let lane: Cell<CallLane> = Cell(CallLane())
    /// The peer's bytes held here, and the bytes kept for it to read.
    let inbound: GrantedAccount
    let outbound: GrantedAccount
    let intake: Cell<Intake> = Cell(Intake())
    let watermark: Cell<DispatchWatermark> = Cell(DispatchWatermark())
    let decoder: Cell<FrameDecoder>
    let held: Cell<Deque<HeldFrame>> = Cell(Deque())
    var routes: BoardRoutes = BoardRoutes()
    /// Activations that wait until fewer bytes are queued.
    var waitingForRoom: [ServedActivation] = []
    /// Activations that wait for the loop's next turn.
    var waitingForTurn: [ServedActivation] = []
    /// The size of the call being received.
    var arrivingBytes: Int = 0
    /// Whether it queues among its edge's readers.
    var waitsToRead: Bool = false
    /// Whether its turn has come, and it has not read yet.
    var isCalledUp: Bool = false
    /// Whether it queues at its edge for ``roomCame()``.
    var waitsForEdge: Bool = false
    var outflow: Outflow = Outflow()
    /// The consumer's name from HELLO.
    private(set) var peerName: String = "the consumer"
    /// The kernel refused part of the output; ``pipeDidDrain()`` will be called.
    var isBlocked: Bool = false
    var isClosing: Bool = false
    /// Calls of a departed consumer that must still be ended.
    var leaving: Deque<ServedActivation> = Deque()
    var mayStillRead: Bool = false
    /// The pipe has ended; the connection counts until its last bytes are released.
    var hasEnded: Bool = false
    var timer: LoopTimer?
    /// Whether a held frame is being served, and not one that is just being read.
    private(set) var servesHeld: Bool = false
    private var isDecoding: Bool = false
    /// There may be room since the decoder was in use.
    private var missedRoom: Bool = false
    private var readsLittle: Bool = false
    private var isWelcomeDelivered: Bool = false

    init(number: UInt64, core: ServerCore, pipe: any Pipe, edge: Edge) {
        self.number = number
        self.core = core
        handlers = core.handlers
        spare = core.handlers.spare
        counters = edge.counters
        isGuarded = core.isGuarded
        attention = core.attention
        someWait = core.someWait
        self.pipe = pipe
        loop = pipe.loop
        self.edge = edge
        inbound = GrantedAccount(limit: core.limits.inboundBytes, of: edge.inbound)
        outbound = GrantedAccount(limit: core.limits.outboundBytes, of: edge.outbound)
        machine = Cell(ProviderConnection(limits: core.limits))
        decoder = Cell(FrameDecoder(limit: core.limits.frameBytes))
    }

    var limits: Limits { core.limits }

    /// The only consumer that may say HELLO here; nil for any.
    var consumer: String? { edge.consumer }

    /// This connection, for what is Sendable.
    var bound: LoopReference<ServerConnection> { LoopReference(self, loop: loop) }

    func start() {
        arm(seconds: limits.handshakeSeconds) { $0.handshakeTimedOut() }
        pipe.readAtMost(Self.mostBytesOfRead)
        pipe.start(self)
    }

    // MARK: Reading

    func pipeMayRead() -> Bool {
        let share: Edge.Share = edge.share(of: self, turn: loop.turn)
        guard share != .nothing else {
            pipe.pauseReading()
            return false
        }
        if (share == .little) != readsLittle {
            readsLittle = share == .little
            pipe.readAtMost(readsLittle ? Self.bytesOfReadInCrowd : Self.mostBytesOfRead)
        }
        return true
    }

    func pipeDidRead(_ bytes: borrowing Span<UInt8>) {
        guard !isClosing else { return }
        // Nobody would read an answer.
        guard !pipe.isBroken else { return close() }
        var frames: Int = 0
        isDecoding = true
        do {
            try decoder.change { decoder throws(FrameError) in
                try decoder.decode(bytes) { header, body in
                    frames += 1
                    receive(header, body)
                    return !isClosing
                }
            }
        } catch {
            violate(Violation(error))
        }
        isDecoding = false
        // Also of one that ends by them, and by their size: a frame may be as much work as it has bytes.
        edge.countFrames(frames + bytes.count >> 10)
        guard !isClosing else { return }
        let pending: Int = decoder.read { $0.pendingBytes }
        noteRead(frames, pending: pending)
        if let violation: Violation = tooMuchBeforeWelcome(pending) { return violate(violation) }
        if missedRoom {
            missedRoom = false
            _ = roomCame()
        }
        if pending > 0 { readInPlace() }
        if isTooMuchUnread || waitsForRoom || (isHolding && machine.read({ $0.phase }) == .open) { pauseReading() }
    }

    /// The violation of an unfinished frame that is too long before WELCOME.
    private func tooMuchBeforeWelcome(_ pending: Int) -> Violation? {
        if pending == 0 { return nil }
        let phase: ProviderConnection<ServedActivation>.Phase = machine.read { $0.phase }
        if phase == .open { return nil }
        if phase == .awaitingHello {
            guard pending > limits.handshakeBytes + FrameHeader.size else { return nil }
            return Violation("hello has more than \(limits.handshakeBytes) bytes", code: .tooLarge)
        }
        guard pending > limits.bytesBeforeWelcome else { return nil }
        return Violation("more than \(limits.bytesBeforeWelcome) bytes before welcome", code: .tooLarge)
    }

    /// Stops reading, and gives its place among the readers to others.
    func pauseReading() {
        waitsToRead = false
        pipe.pauseReading()
    }

    func pipeDidFill(_ buffer: consuming [UInt8]) {
        edge.countFrames(buffer.count >> 10)
        decoder.change { $0.giveBack(&buffer) }
        pipeDidRead(Span())
    }

    /// Reads the rest of a large frame directly into its final buffer.
    private func readInPlace() {
        // Without room the decoder keeps what there is of it: what the pipe has, it would not know of when room comes.
        guard !isClosing, !waitsForRoom, pipe.readsInPlace, machine.read({ $0.phase }) == .open else { return }
        let room: Int = decoder.read { $0.bufferRoom }
        if room > 0 { pipe.read(room, into: decoder.change { $0.takeBuffer() }) }
    }

    private func receive(_ header: FrameHeader, _ body: FrameBody) {
        if machine.read({ $0.phase }) == .open, isHolding || isStalled || !hasRoom(for: header, body) {
            hold(header, body)
        } else {
            process(header, body)
        }
    }

    private var isHolding: Bool { held.read { !$0.isEmpty } }

    private func hold(_ header: FrameHeader, _ body: FrameBody) {
        if header.type == .command, !machine.read({ $0.isOpen(header.stream) || header.stream <= $0.lastStream }) {
            return violate(Violation("a command on stream \(header.stream) has no credit"))
        }
        let frame: HeldFrame = HeldFrame(header: header, body: ReceivedMessage(copying: body), bodyBytes: body.count)
        inbound.add(frame.bytes)
        held.change { $0.append(frame) }
        if machine.read({ $0.phase }) != .open, !edge.inbound.hasRoom(for: 0) {
            violate(Violation("nothing more is kept before welcome: the edge has \(edge.inbound.used) bytes here", code: .exhausted))
        }
    }

    func takeHeld() -> HeldFrame? {
        let frame: HeldFrame? = held.change { $0.popFirst() }
        if let frame { inbound.give(back: frame.bytes) }
        return frame
    }

    /// Whether nothing more may be processed now: the kernel does not have WELCOME yet, or the consumer does not read.
    private var isStalled: Bool { !isWelcomeDelivered || isOverfull(limits.queuedBytes * 2) }

    private func releaseHeld() {
        while !isClosing, !isStalled, let header: FrameHeader = held.read({ $0.first?.header }) {
            // Held frames are counted already.
            guard hasRoom(for: header, bytes: 0), let frame: HeldFrame = takeHeld() else { break }
            servesHeld = true
            frame.body.lend { process(frame.header, $0) }
            servesHeld = false
        }
        if !isHolding, !isClosing, !waitsForRoom { pipe.resumeReading() }
    }

    /// Called when bytes were given back, which this connection may have waited for.
    /// - Returns: whether it was waiting.
    func roomCame() -> Bool {
        guard !isClosing, isHeldUp || waitsForRoom || !waitingForRoom.isEmpty else { return false }
        wakeWaiting()
        handlers.release(self)
        guard waitsForRoom else { return true }
        guard !isDecoding else {
            // The decoder is in use: behind that.
            missedRoom = true
            return true
        }
        intake.change { $0.waitsForRoom = false }
        if reserveFrame() { releaseHeld() }
        return true
    }

    private func wakeWaiting() {
        var waiting: [ServedActivation] = []
        swap(&waiting, &waitingForRoom)
        for call: ServedActivation in waiting { call.wake() }
    }

    func pipeDidDrain() {
        if hasEnded { return leave() }
        isBlocked = false
        noteDrained()
        if machine.read({ $0.phase }) == .open { isWelcomeDelivered = true }
        wakeWaiting()
        handlers.release(self)
        if machine.read({ $0.phase }) == .open { releaseHeld() } else if !waitsForRoom { pipe.resumeReading() }
    }

    private func process(_ header: FrameHeader, _ body: FrameBody) {
        switch machine.change({ $0.receive(header, body) }) {
        case .nothing: break
        case .hold: hold(header, body)
        case .judge(let hello):
            peerName = String(hello.consumer.prefix(100))
            watermark.change { $0.keep(in: pipe.takeCounter()) }
            follow(core.judge.judge(hello, consumer: consumer, declared: edge.boards?()))
        case .described(let contract):
            let frameLimit: Int = machine.read { $0.frameLimit }
            follow(core.judge.judge(contract, of: peerName, frameLimit: frameLimit, declared: edge.boards?()))
        case .rejected, .ended: closeAfterFlush()
        case .activate(let opening): activate(opening, body)
        case .decline(let stream, let board, let fault):
            pipe.writeFrame(FrameHeader(.fail, flags: .end, board: board, stream: stream), Fail(fault))
        case .command(let call, _, let isLast):
            inbound.add(body.count)
            call.count(commandBytes: body.count)
            receive(command: body, isLast: isLast, of: call)
        case .commandsFinished(let call): call.endCommands(.finished)
        case .cancel(let call): call.cancel()
        case .outputsGranted(let call): call.wake()
        case .pong(let payload): pipe.writePing(.pong, payload)
        case .drainAnswered: stopDraining()
        case .violated(let violation): violate(violation)
        }
    }

    // MARK: Handshake

    private func follow(_ verdict: HandshakeJudge.Verdict) {
        edge.countFrames(Self.framesOfJudgement)
        switch verdict {
        case .welcome(let routes):
            self.routes = routes
            machine.change { $0.welcome() }
            if machine.read({ $0.drain }) == .none { timer?.cancel() }
            pipe.writeFrame(FrameHeader(.welcome), core.welcome)
            // No handler starts before the kernel has WELCOME, so an end without WELCOME means that nothing was dispatched.
            isWelcomeDelivered = pipe.flush()
            releaseHeld()
        case .describe:
            machine.change { $0.describe() }
            pipe.writeFrame(FrameHeader(.describe), Describe())
        case .reject(let reject):
            pipe.writeFrame(FrameHeader(.reject), reject)
            closeAfterFlush()
        }
    }

    private func handshakeTimedOut() {
        if machine.read({ $0.phase }) == .open || isClosing { return }
        violate(Violation("no hello within \(limits.handshakeSeconds) s"))
    }
}
