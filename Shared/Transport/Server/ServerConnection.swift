internal import ColonnadeContract
internal import ColonnadeEventLoop
private import DequeModule

/// One accepted connection: joins a pipe, the state machine and the handlers.
///
/// Invariant: frames are taken in the order in which they came; while `held` is not empty, later ones go behind it.
final class ServerConnection: PipeHandler, LoopMember {
    struct HeldFrame {
        let header: FrameHeader
        let body: ReceivedMessage
    }

    let core: ServerCore
    // The core's own, for each call to find them here.
    let handlers: HandlerTasks
    let spare: SpareActivations
    let counters: Cell<[BoardStatistics]>
    let isGuarded: Bool
    let pipe: any Pipe
    let loop: EventLoop
    /// The only consumer that may say HELLO here; nil for any.
    let consumer: String?
    let machine: Cell<ProviderConnection<ServedActivation>>
    var routes: BoardRoutes = BoardRoutes()
    /// Activations that wait until fewer bytes are queued.
    var waitingForRoom: [ServedActivation] = []
    /// The size of the call that is being taken in, where boards have barriers.
    var arrivingBytes: Int = 0
    /// As HELLO calls the consumer.
    private var peerName: String = "the consumer"
    /// Activations whose handlers wait until the consumer has read what other handlers gave.
    private var unstarted: [ServedActivation] = []
    private let decoder: Cell<FrameDecoder>
    private let held: Cell<Deque<HeldFrame>> = Cell(Deque())
    private var isWelcomeDelivered: Bool = false
    /// The kernel has refused a part of what was written, and ``pipeDidDrain()`` will come.
    private var isBlocked: Bool = false
    private var isClosing: Bool = false
    /// The pipe has told its end, and tells no other; the connection counts until its last bytes are gone.
    private var hasEnded: Bool = false
    private var timer: LoopTimer?

    init(core: ServerCore, pipe: any Pipe, consumer: String?) {
        self.core = core
        handlers = core.handlers
        spare = core.handlers.spare
        counters = core.counters
        isGuarded = core.isGuarded
        self.pipe = pipe
        loop = pipe.loop
        self.consumer = consumer
        machine = Cell(ProviderConnection(limits: core.limits))
        decoder = Cell(FrameDecoder(limit: core.limits.frameBytes))
    }

    var limits: Limits { core.limits }

    /// This connection, for what is Sendable.
    var bound: LoopReference<ServerConnection> { LoopReference(self, loop: loop) }

    func start() {
        arm(seconds: limits.handshakeSeconds) { $0.handshakeTimedOut() }
        pipe.start(self)
    }

    // MARK: Reading

    func pipeDidRead(_ bytes: borrowing Span<UInt8>) {
        guard !isClosing else { return }
        do {
            try decoder.change { decoder throws(FrameError) in
                try decoder.decode(bytes) { header, body in
                    receive(header, body)
                    return !isClosing
                }
            }
        } catch {
            violate(Violation(error))
        }
        if machine.read({ $0.phase }) == .awaitingHello, decoder.read({ $0.pendingBytes }) > limits.handshakeBytes + FrameHeader.size {
            violate(Violation("hello has more than \(limits.handshakeBytes) bytes", code: .tooLarge))
        }
        if decoder.read({ $0.pendingBytes }) > 0 { readInPlace() }
        if !isClosing, isOverfull(limits.queuedBytes * 2) || (isHolding && machine.read({ $0.phase }) == .open) { pipe.pauseReading() }
    }

    func pipeDidFill(_ buffer: consuming [UInt8]) {
        decoder.change { $0.giveBack(&buffer) }
        pipeDidRead(Span())
    }

    /// Has the rest of a large frame read to where it stays.
    private func readInPlace() {
        guard !isClosing, pipe.readsInPlace, machine.read({ $0.phase }) == .open else { return }
        let room: Int = decoder.read { $0.bufferRoom }
        if room > 0 { pipe.read(room, into: decoder.change { $0.takeBuffer() }) }
    }

    private func receive(_ header: FrameHeader, _ body: FrameBody) {
        if machine.read({ $0.phase }) == .open, isHolding || isStalled {
            hold(header, body)
        } else {
            process(header, body)
        }
    }

    private var isHolding: Bool { held.read { !$0.isEmpty } }

    private func hold(_ header: FrameHeader, _ body: FrameBody) {
        let frame: HeldFrame = HeldFrame(header: header, body: ReceivedMessage(copying: body))
        held.change { $0.append(frame) }
    }

    /// Whether no more may be taken in now: WELCOME is not with the kernel yet, or the consumer does not read.
    private var isStalled: Bool { !isWelcomeDelivered || isOverfull(limits.queuedBytes * 2) }

    /// Whether `limit` bytes wait to be written, although the kernel was offered them.
    func isOverfull(_ limit: Int) -> Bool {
        guard pipe.queuedBytes >= limit else { return false }
        if !isBlocked { isBlocked = !pipe.flush() }
        return isBlocked && pipe.queuedBytes >= limit
    }

    /// Whether a handler may be started: one read can bring thousands, and their outputs must find room.
    func mayStart(_ call: ServedActivation) -> Bool {
        guard isOverfull(limits.queuedBytes * 2), !isClosing else { return true }
        unstarted.append(call)
        return false
    }

    private func startUnstarted() {
        var waiting: [ServedActivation] = []
        swap(&waiting, &unstarted)
        for call: ServedActivation in waiting { handlers.run(call) }
    }

    private func releaseHeld() {
        while !isClosing, !isStalled, let frame: HeldFrame = held.change({ $0.popFirst() }) {
            frame.body.lend { process(frame.header, $0) }
        }
        if !isHolding, !isClosing { pipe.resumeReading() }
    }

    func pipeDidDrain() {
        if hasEnded { return leave() }
        isBlocked = false
        if machine.read({ $0.phase }) == .open { isWelcomeDelivered = true }
        var waiting: [ServedActivation] = []
        swap(&waiting, &waitingForRoom)
        for call: ServedActivation in waiting { call.wake() }
        startUnstarted()
        if machine.read({ $0.phase }) == .open { releaseHeld() } else { pipe.resumeReading() }
    }

    private func process(_ header: FrameHeader, _ body: FrameBody) {
        switch machine.change({ $0.receive(header, body) }) {
        case .nothing: break
        case .hold: hold(header, body)
        case .judge(let hello):
            peerName = hello.consumer
            follow(core.judge.judge(hello, consumer: consumer))
        case .described(let contract): follow(core.judge.judge(contract, of: peerName, frameLimit: machine.read { $0.frameLimit }))
        case .rejected, .ended: closeAfterFlush()
        case .activate(let opening): activate(opening, body)
        case .decline(let stream, let board, let fault):
            pipe.writeFrame(FrameHeader(.fail, flags: .end, board: board, stream: stream), Fail(fault))
        case .command(let call, _, let isLast): receive(command: body, isLast: isLast, of: call)
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
        switch verdict {
        case .welcome(let routes):
            self.routes = routes
            machine.change { $0.welcome() }
            if machine.read({ $0.drain }) == .none { timer?.cancel() }
            pipe.writeFrame(FrameHeader(.welcome), core.welcome)
            // No handler starts before the kernel has WELCOME, so that an end without it means that nothing was dispatched.
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

    // MARK: The end

    func violate(_ violation: Violation) {
        guard !isClosing else { return }
        core.statistics.violations += 1
        let outcome: DeliveryOutcome = machine.read({ $0.phase }) == .open ? .unknown : .notDispatched
        pipe.writeEnd(Fault(violation.code, "The consumer broke a rule of the wire: \(violation.message).", outcome: outcome))
        closeAfterFlush()
    }

    /// Closes when the peer has taken what was written, or when it has had the time to.
    func closeAfterFlush() {
        guard !isClosing else { return }
        isClosing = true
        cancelAll()
        arm(seconds: limits.handshakeSeconds) { $0.pipe.close() }
        pipe.closeAfterFlush()
    }

    func close() {
        isClosing = true
        cancelAll()
        pipe.close()
        if hasEnded { leave() }
    }

    func pipeDidEnd(_ end: PipeEnd) {
        isClosing = true
        hasEnded = true
        cancelAll()
        // A peer that sends no more may still read, but not take longer than any other that goes.
        guard end == .endOfFile, !pipe.flush(), pipe.queuedBytes > 0 else { return leave() }
        arm(seconds: limits.handshakeSeconds) { $0.close() }
    }

    /// Counts no more.
    private func leave() {
        timer?.cancel()
        timer = nil
        core.remove(self)
    }

    private func cancelAll() {
        held.change { $0.removeAll() }
        waitingForRoom.removeAll()
        for call: ServedActivation in machine.change({ $0.end() }) { call.cancel() }
        startUnstarted()
    }

    private func arm(seconds: Int, _ body: @escaping @Sendable (ServerConnection) -> Void) {
        timer?.cancel()
        timer = loop.schedule(after: .seconds(seconds)) { [bound] in body(bound.value) }
    }

    // MARK: Draining

    /// Serves what was sent so far, then closes.
    func drain() {
        guard !isClosing, machine.change({ $0.announceDrain() }) else { return }
        pipe.writeFrame(FrameHeader(.drain), Drain(phase: 1))
        pipe.writePing(.ping, ProviderConnection<ServedActivation>.drainPing)
        arm(seconds: limits.drainPongSeconds) { $0.stopDraining() }
    }

    private func stopDraining() {
        guard !isClosing, let last: UInt32 = machine.change({ $0.stop() }) else { return }
        timer?.cancel()
        pipe.writeFrame(FrameHeader(.drain), Drain(phase: 2, lastStream: last))
        closeIfSpent()
    }

    /// Closes a drained connection whose last stream has ended.
    func closeIfSpent() {
        if machine.read({ $0.isSpent }) { closeAfterFlush() }
    }
}
