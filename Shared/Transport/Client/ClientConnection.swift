internal import ColonnadeContract
internal import ColonnadeEventLoop

/// One connection to a provider: joins a pipe, the state machine and the connector's calls.
final class ClientConnection: PipeHandler {
    let id: UInt64
    let machine: Cell<ConsumerConnection<ClientCall>>
    let core: ConnectorCore
    let pipe: any Pipe
    /// Which process of the provider this is, as WELCOME says; nil before WELCOME.
    private(set) var generation: UInt64?
    /// Calls with commands that wait until fewer bytes are queued.
    var waitingForRoom: [ClientCall] = []
    /// The kernel refused part of the output; ``pipeDidDrain()`` will be called.
    var isBlocked: Bool = false
    /// The core's pool, kept here for quick access from each output.
    private let buffers: BufferPool
    private let decoder: Cell<FrameDecoder>
    /// The provider's dispatch watermark; see ``DispatchWatermark``.
    private var watermark: SharedCounter?
    private var timer: LoopTimer?
    /// Bytes of replies (such as PONG) written since the provider last read everything; it can ask for these without end.
    private var answeredBytes: Int = 0
    /// The pipe closes as soon as it can, and in any case soon.
    private var isClosing: Bool = false
    private var isEnded: Bool = false
    /// Only what the provider said before is still read, and nothing is sent any more; and why.
    private var isStopping: Bool = false
    private var stopReason: Fault?
    /// Why the connection ends, if the provider or this side has said so.
    private var reason: Fault? {
        didSet { hasReason = reason != nil }
    }
    /// Reading the reason copies it, and every frame asks.
    private var hasReason: Bool = false

    init(id: UInt64, core: ConnectorCore, pipe: any Pipe) {
        self.id = id
        self.core = core
        buffers = core.buffers
        self.pipe = pipe
        decoder = Cell(FrameDecoder(limit: core.limits.frameBytes))
        machine = Cell(ConsumerConnection(limits: core.limits))
    }

    /// The longest frame that may be sent, without its length field.
    var frameLimit: Int { machine.read({ $0.frameLimit }) }

    func start() {
        let hello: [UInt8] = core.hello.encoded()
        machine.change { $0 = ConsumerConnection(limits: core.limits, greetingBytes: FrameHeader.size + hello.count) }
        let bound: LoopReference<ClientConnection> = LoopReference(self, loop: pipe.loop)
        timer = pipe.loop.schedule(after: .seconds(core.limits.handshakeSeconds)) { bound.value.handshakeTimedOut() }
        pipe.start(self)
        watermark = pipe.shareCounter()
        pipe.writeFrame(FrameHeader(.hello), body: hello)
    }

    // MARK: Reading

    func pipeDidRead(_ bytes: borrowing Span<UInt8>) {
        guard !hasReason, !isEnded else { return }
        do {
            try decoder.change { decoder throws(FrameError) in
                try decoder.decode(bytes) { header, body in
                    process(header, body)
                    return !hasReason && !isEnded
                }
            }
        } catch {
            violate(Violation(error))
        }
        guard !isEnded, !hasReason, !isStopping else { return }
        if decoder.read({ $0.pendingBytes }) > 0 { readInPlace() }
        holdBackWhoDoesNotRead()
        core.pump()
        closeIfSpent()
    }

    func pipeDidFill(_ buffer: consuming [UInt8]) {
        decoder.change { $0.giveBack(&buffer) }
        pipeDidRead(Span())
    }

    /// Reads the rest of a large frame directly into its final buffer.
    private func readInPlace() {
        guard pipe.readsInPlace, machine.read({ $0.phase }) == .open else { return }
        let room: Int = decoder.read { $0.bufferRoom }
        if room > 0 { pipe.read(room, into: decoder.change { $0.takeBuffer() }) }
    }

    /// Stops reading from a provider that asks but does not read the answers. Calls that wait to be sent don't count: the
    /// provider may be waiting for this side to read its outputs first.
    private func holdBackWhoDoesNotRead() {
        guard answeredBytes >= core.limits.queuedBytes else { return }
        if pipe.flush() { answeredBytes = 0 } else { pipe.pauseReading() }
    }

    private func answer(_ frame: RepeatedAnswer) {
        let before: Int = pipe.queuedBytes
        switch frame {
        case .pong(let payload): pipe.writePing(.pong, payload)
        case .describe: pipe.writeFrame(FrameHeader(.describe), Describe(contract: core.contract))
        }
        answeredBytes += max(pipe.queuedBytes - before, 0)
    }

    func pipeDidDrain() {
        isBlocked = false
        answeredBytes = 0
        if !isClosing, !isEnded { pipe.resumeReading() }
        var waiting: [ClientCall] = []
        swap(&waiting, &waitingForRoom)
        for call: ClientCall in waiting { sendCommands(of: call) }
        core.pump()
    }

    private func process(_ header: FrameHeader, _ body: FrameBody) {
        switch machine.change({ $0.receive(header, body) }) {
        case .nothing, .released: break
        case .welcomed(let welcome):
            timer?.cancel()
            generation = welcome.generation
            if !isStopping { core.welcomed() }
        case .describe: answer(.describe)
        case .rejected(let reject): end(Fault(reject))
        case .output(let call, let isLast): receive(body, isLast: isLast, for: call)
        case .completed(let call, let completion): call.complete(.completed(completion))
        case .refused(let call): call.complete(.refused([UInt8](copying: body)))
        case .failed(let call, let fault): core.settle(call, fault)
        case .commandsGranted(let call): sendCommands(of: call)
        case .pong(let payload): answer(.pong(payload))
        case .draining: core.retire(self)
        case .stopped(let calls):
            core.retire(self)
            let fault: Fault = Fault(.draining, "\(core.hello.provider) is going away.", outcome: .notDispatched)
            for call: ClientCall in calls { core.settle(call, fault) }
        case .ended(let fault): end(fault)
        case .violated(let violation): violate(violation)
        }
    }

    private func receive(_ body: FrameBody, isLast: Bool, for call: ClientCall) {
        guard let inbox: OutputInbox = call.inbox else {
            return call.complete(.output(ReceivedMessage(copying: body, by: buffers.take(copying:))))
        }
        let output: [UInt8] = ReceivedMessage(copying: body, by: buffers.take(copying:)).joined
        call.noteProgress(output.count)
        guard inbox.push(output) else {
            return core.end(call, .exhausted, "\(core.hello.provider) sent more bytes ahead than are kept for one activation.")
        }
        if isLast { call.complete(.completed(.done)) }
    }

    // MARK: The end

    func retire() {
        machine.change { $0.retire() }
        closeIfSpent()
    }

    private func closeIfSpent() {
        if machine.read({ $0.isSpent }), !hasReason, !isEnded, !isStopping { closeAfterFlush() }
    }

    private func handshakeTimedOut() {
        guard machine.read({ $0.phase }) == .greeting else { return }
        let message: String =
            "\(core.hello.provider) did not answer within \(core.limits.handshakeSeconds) s. Look at `svc-supervisor status`."
        stop(Fault(.unavailable, message, outcome: .notDispatched))
    }

    /// Ends the connection without a reason from the provider. Nothing more is sent, and everything the provider had said is read
    /// first. The provider hands WELCOME to the kernel before it starts any handler, so if WELCOME has not arrived, nothing was
    /// dispatched.
    private func stop(_ fault: Fault) {
        guard !isEnded, !isStopping, !hasReason else { return }
        isStopping = true
        stopReason = fault
        core.retire(self)
        pipe.closeAfterReading()
        finish(.closed)
    }

    /// Ends the connection because the provider broke a rule of the wire.
    private func violate(_ violation: Violation) {
        guard reason == nil else { return }
        let message: String = "\(core.hello.provider) broke a rule of the wire: \(violation.message)."
        let isGreeting: Bool = machine.read({ $0.phase }) == .greeting
        let fault: Fault = Fault(.violation, message, outcome: isGreeting ? .notDispatched : .unknown)
        // Before WELCOME, queued calls are sent elsewhere now, so nothing may be sent here any more, not even the reason.
        if isGreeting { return end(fault) }
        pipe.writeEnd(Fault(violation.code, message, outcome: .unknown))
        reason = fault
        closeAfterFlush()
        finish(.closed)
    }

    /// Ends the connection for a reason that the provider gave. Nothing more is sent.
    private func end(_ fault: Fault) {
        guard reason == nil else { return }
        reason = fault
        pipe.close()
        finish(.closed)
    }

    /// Closes when the provider has read the output. One that does not read may not keep the pipe open for ever.
    private func closeAfterFlush() {
        guard !isClosing else { return }
        isClosing = true
        pipe.closeAfterFlush()
        pipe.loop.schedule(after: .seconds(core.limits.handshakeSeconds)) { [pipe] in pipe.close() }
    }

    func close() {
        stop(Fault(.unavailable, "The connector was closed.", outcome: .notDispatched))
    }

    func pipeDidEnd(_ end: PipeEnd) {
        // A provider that has closed its side can't dispatch anything: queued calls are judged now, and must not be sent.
        if end == .endOfFile { pipe.close() }
        finish(end)
    }

    private func finish(_ end: PipeEnd) {
        guard !isEnded else { return }
        isEnded = true
        timer?.cancel()
        waitingForRoom.removeAll()
        let wasWelcomed: Bool = machine.read({ $0.phase }) == .open
        // Only a peer that has gone starts no more handlers, and one that says why says what became of its calls.
        let hasDied: Bool = wasWelcomed && reason == nil && stopReason == nil && pipe.hasPeerLeft
        let last: UInt32? = hasDied ? watermark.flatMap { DispatchWatermark.last(in: $0.value) } : nil
        let undispatched: [ClientCall] = last.map { last in machine.change { $0.removeUndispatched(above: last) } } ?? []
        let (calls, outcome): ([ClientCall], DeliveryOutcome) = machine.change { $0.end() }
        var fault: Fault = reason ?? stopReason ?? Fault(end, provider: core.hello.provider, outcome: outcome)
        if fault.outcome != outcome { fault = fault.with(outcome: outcome) }
        core.connectionEnded(
            self,
            ConnectionLoss(
                calls: calls, undispatched: undispatched, fault: fault, wasWelcomed: wasWelcomed, generation: hasDied ? generation : nil))
    }
}

/// A reply that a provider may request again and again.
private enum RepeatedAnswer {
    case pong(UInt64)
    case describe
}
