internal import ColonnadeContract
internal import ColonnadeEventLoop
internal import DequeModule

/// A connector's state on its loop: connections, and calls that wait for one.
///
/// Invariants: `current` is in `connections` and takes new calls; a waiting call is in `waiting`, or in `delayed` with a timer
/// that moves it there.
final class ConnectorCore: LoopMember {
    /// How long to wait past a deadline for the provider's own answer, which knows more: both have the same clock.
    static let deadlineGrace: UInt64 = 10_000_000
    static let mostSpareCalls: Int = 256
    /// A caller that has waited this long, or twice as long, is watched for cancellation.
    static let slowness: Duration = .milliseconds(20)
    /// The longest delay that a provider can impose before a call is sent again.
    private static let longestDelay: Duration = .seconds(60)

    let hello: Hello
    let witness: CrashWitness?
    let limits: Limits
    let loop: EventLoop
    let tracing: CallTracing?
    /// Whether calls without a trace may get one.
    let placesCalls: Bool
    /// Recycled memory of outputs of ended calls.
    let buffers: BufferPool = BufferPool(mostBuffers: 256, keptCapacity: 4096)
    let spareCalls: Cell<[ClientCall]> = Cell([])
    let waiting: Cell<Deque<ClientCall>> = Cell(Deque())
    /// The answer to DESCRIBE.
    private(set) lazy var contract: ContractDescriptor = wholeContract.trimmed(toBoards: boards)
    private(set) var connections: [ClientConnection] = []
    private(set) var current: ClientConnection?
    /// Calls of dead connections that wait for the witness, by number.
    var mourning: [UInt64: Mourning] = [:]
    var lastMourning: UInt64 = 0
    /// The witness was slow: nobody waits for it again before this, in nanoseconds of the loop's clock.
    var witnessRestsUntil: UInt64 = 0
    /// Calls that move to `waiting` when their timer fires.
    private(set) var delayed: [ObjectIdentifier: ClientCall] = [:]
    private(set) var isClosed: Bool = false
    /// Whether a timer is set that looks for slow calls.
    var isLookingForSlowCalls: Bool = false
    private let wholeContract: ContractDescriptor
    private let boards: Set<String>?
    private let dialer: any Dialer
    private var backoff: Backoff
    private var lastConnection: UInt64 = 0
    private var isPumping: Bool = false
    /// Why the last attempt to reach the provider failed.
    private var lastFailure: Fault?
    private var retryTimer: LoopTimer?

    init(
        hello: Hello, contract: ContractDescriptor, boards: Set<String>?, dialer: any Dialer, loop: EventLoop, limits: Limits,
        witness: CrashWitness?, tracer: Tracer?
    ) {
        self.hello = hello
        tracing = tracer.map { CallTracing(tracer: $0, provider: hello.provider, contract: contract) }
        placesCalls = tracer?.placesCalls ?? false
        self.witness = witness
        wholeContract = contract
        self.boards = boards
        self.dialer = dialer
        self.loop = loop
        self.limits = limits
        backoff = Backoff(limits)
    }

    var bound: LoopReference<ConnectorCore> { LoopReference(self, loop: loop) }

    var now: UInt64 { loop.now.nanoseconds }

    // MARK: Ending calls

    /// The caller has abandoned the call.
    func cancel(_ call: ClientCall) {
        end(call, .cancelled, "The call was cancelled.")
    }

    func deadlinePassed(_ call: ClientCall) {
        let isWaiting: Bool = call.place == .waiting
        let reason: String = isWaiting ? (lastFailure.map { " The last try: \($0.message)" } ?? "") : ""
        end(call, .deadlineExceeded, "The deadline passed \(isWaiting ? "before the call was sent" : "before the answer came").\(reason)")
    }

    /// Ends a call from this side.
    func end(_ call: ClientCall, _ code: FailureCode, _ message: String) {
        switch call.place {
        case .ended: break
        case .fresh, .waiting: fail(call, code, message)
        case .sent(let id, let stream):
            connection(id)?.cancel(stream)
            call.complete(.failed(Fault(code, message, outcome: .unknown)))
        }
    }

    func fail(_ call: ClientCall, _ code: FailureCode, _ message: String) {
        call.complete(.failed(Fault(code, message, outcome: .notDispatched)))
    }

    private func connection(_ id: UInt64) -> ClientConnection? {
        connections.first { $0.id == id }
    }

    // MARK: Outputs and commands

    func grantOutputs(of call: ClientCall, _ count: Int) {
        guard case .sent(let id, let stream) = call.place else { return }
        connection(id)?.grantOutputs(stream, count)
    }

    func send(_ command: [UInt8], id: UInt64, of call: ClientCall, _ continuation: CommandOutbox.Continuation) {
        guard let outbox: CommandOutbox = call.outbox else { preconditionFailure("the board takes no commands") }
        outbox.add(command, id: id, continuation)
        sendCommands(of: call)
    }

    func finishCommands(of call: ClientCall) {
        call.outbox?.finish()
        sendCommands(of: call)
    }

    private func sendCommands(of call: ClientCall) {
        guard case .sent(let id, _) = call.place else { return }
        connection(id)?.sendCommands(of: call)
    }

    // MARK: Connections

    /// Sends waiting calls while there is room; connects if needed.
    func pump() {
        // A pipe may drain while it is asked for room and re-enter here; the loop below continues anyway.
        guard !waiting.read({ $0.isEmpty }), !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        while let call: ClientCall = waiting.read({ $0.first }) {
            guard call.place == .waiting else {
                waiting.change { _ = $0.removeFirst() }
                continue
            }
            guard let connection: ClientConnection = current ?? dial() else { return }
            switch connection.admission(of: call) {
            case .now:
                waiting.change { _ = $0.removeFirst() }
                connection.send(call)
            case .later: return
            case .elsewhere: retire(connection)
            }
        }
    }

    /// Opens no more streams on a connection, and closes it when the open ones have ended.
    func retire(_ connection: ClientConnection) {
        if current === connection { current = nil }
        connection.retire()
    }

    private func dial() -> ClientConnection? {
        guard retryTimer == nil, !isClosed else { return nil }
        do {
            let pipe: any Pipe = try dialer.dial(on: loop)
            lastConnection += 1
            let connection: ClientConnection = ClientConnection(id: lastConnection, core: self, pipe: pipe)
            connections.append(connection)
            current = connection
            connection.start()
            return connection
        } catch {
            dialFailed(Fault(error, consumer: hello.consumer, provider: hello.provider))
            return nil
        }
    }

    private func dialFailed(_ fault: Fault) {
        lastFailure = fault
        guard fault.code != .undeclared else { return failWaiting(fault) }
        expireWaiting(fault)
        retryLater()
    }

    private func retryLater() {
        guard retryTimer == nil, !isClosed else { return }
        retryTimer = loop.schedule(after: backoff.next()) { [bound] in
            bound.value.retryTimer = nil
            bound.value.pump()
        }
    }

    private func failWaiting(_ fault: Fault) {
        var failed: Deque<ClientCall> = Deque()
        waiting.change { swap(&failed, &$0) }
        for call: ClientCall in failed { call.complete(.failed(fault)) }
    }

    private func expireWaiting(_ fault: Fault) {
        let now: UInt64 = now
        waiting.change { waiting in
            waiting.removeAll { call in
                guard call.place == .waiting else { return true }
                guard now >= call.patienceEnd else { return false }
                call.complete(.failed(fault))
                return true
            }
        }
    }

    func welcomed() {
        backoff.reset()
        lastFailure = nil
        pump()
    }

    func connectionEnded(_ connection: ClientConnection, _ loss: ConnectionLoss) {
        connections.removeAll { $0 === connection }
        if current === connection { current = nil }
        settle(loss)
        let fault: Fault = loss.fault
        if fault.code == .undeclared || fault.code == .incompatible { failWaiting(fault) }
        if !loss.wasWelcomed {
            lastFailure = fault
            expireWaiting(fault)
            retryLater()
        }
        pump()
    }

    // MARK: Trying again

    /// Sends a call again if the rules allow it, and otherwise fails it with the fault.
    func settle(_ call: ClientCall, _ fault: Fault) {
        guard call.place != .ended else { return }
        guard !isClosed, mayResend(call, fault) else { return call.complete(.failed(fault)) }
        let isMoved: Bool = fault.code == .moved
        if isMoved { call.renewPatience(until: now &+ UInt64(limits.patienceSeconds) * 1_000_000_000) }
        call.noteResend(mayHaveRun: isMoved || fault.outcome == .unknown)
        call.inbox?.restart()
        let resend: Resend = Resend(retryAfter: fault.retryAfter)
        if call.body == nil { call.askForInput(resend) } else { sendAgain(call, resend) }
    }

    func sendAgain(_ call: ClientCall, _ resend: Resend) {
        let delay: Duration? = resend.retryAfter ?? (call.attempt > 2 ? backoff.delay(afterFailures: Int(call.attempt) - 2) : nil)
        guard let delay else { return waiting.change { $0.append(call) } }
        let patience: Duration = .nanoseconds(Int64(clamping: call.patienceEnd - min(now, call.patienceEnd)))
        delayed[ObjectIdentifier(call)] = call
        // The provider chose the delay, and it may be anything.
        loop.schedule(after: max(.zero, min(delay, patience, Self.longestDelay))) { [bound] in bound.value.delayPassed(call) }
    }

    private func delayPassed(_ call: ClientCall) {
        guard delayed.removeValue(forKey: ObjectIdentifier(call)) != nil, call.place == .waiting else { return }
        waiting.change { $0.append(call) }
        pump()
    }

    func mayResend(_ call: ClientCall, _ fault: Fault) -> Bool {
        // A stream that a draining provider ended starts again at the next generation.
        if fault.code == .moved { return call.inbox != nil && call.outbox == nil && call.isIdempotent }
        guard [.unavailable, .draining, .exhausted].contains(fault.code), now < call.patienceEnd else { return false }
        switch fault.outcome {
        // A board may decline after taking commands; those are lost.
        case .notDispatched: return call.outbox == nil || !call.hasProgressed
        case .unknown: return call.isIdempotent && !call.hasProgressed && call.resendsOfUnknown < limits.resendsOfUnknown
        case .done: return false
        }
    }

    // MARK: The end

    func close() {
        guard !isClosed else { return }
        isClosed = true
        retryTimer?.cancel()
        retryTimer = nil
        waiting.change { $0.append(contentsOf: delayed.values) }
        delayed.removeAll()
        failWaiting(Fault(.unavailable, "The connector was closed.", outcome: .notDispatched))
        for number: UInt64 in Array(mourning.keys) { endMourning(number, nil) }
        for connection: ClientConnection in connections { connection.close() }
        current = nil
    }
}
