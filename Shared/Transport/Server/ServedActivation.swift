internal import ColonnadeContract
internal import ColonnadeEventLoop
private import DequeModule

/// One activation on the provider's side, from ACTIVATE to the end of its handler; then it may serve another, see
/// ``SpareActivations``.
///
/// Its state changes on the loop only; calls of the handler from other threads hop there first.
final class ServedActivation: ServedCall {
    typealias Waiter = CheckedContinuation<EmitOutcome, Never>

    /// A boxed handler: every generic function that passes on a bare closure would wrap it again.
    struct Handler {
        let body: @Sendable (any OutputSink) async -> Reply
    }

    /// What a call's outbound bytes are for. Those of an output in hand count beside the outbound account, the others in it.
    enum Reserved {
        case nothing
        /// The answer of a handler that counts as running.
        case answer
        /// A stream's first output.
        case output
        /// The output with which a stream's handler waits.
        case outputInHand
    }

    /// State that only some calls need.
    private final class Equipment {
        var timer: LoopTimer?
        var waiters: [Waiter] = []
        var onCommand: (@Sendable (inout WireReader) throws(WireError) -> Void)?
        var onCommandsEnd: (@Sendable (CommandsEnd) -> Void)?
        /// The sizes of commands that no handler has taken, in order.
        var commandBytes: Deque<Int> = Deque()
        /// The size of the command that the handler is working on.
        var commandInHand: Int = 0
        /// Commands taken since credit was last granted.
        var commandsTaken: Int = 0
    }

    private struct State {
        /// Nil between two calls.
        var connection: ServerConnection?
        var stream: UInt32 = 0
        var board: UInt16 = 0
        var position: Int = 0
        var started: UInt64 = 0
        var metadata: CallMetadata = CallMetadata()
        var hasMetadata: Bool = false
        /// What the call holds in its connection's accounts: its received bytes, and the expected size of its answer, or of a stream's
        /// next output.
        var inbound: Int = 0
        var expected: Int = 0
        var reserved: Reserved = .nothing
        var hasManyOutputs: Bool = false
        var isCancelled: Bool = false
        /// Whether that is because there was no room for it.
        var isRefused: Bool = false
        var isEnded: Bool = false
        /// The holder of the call's commands may report one as taken long after the call has ended.
        var hadCommands: Bool = false
        /// The handler to run; nil before ``serve(_:)`` and after its turn.
        var handler: Handler?
        /// The task that runs the handler.
        var task: LoopReference<HandlerTask>?
        var equipment: Equipment?
        /// Set while somebody looks at the call.
        var observed: ObservedCall?
        /// The next spare activation.
        var next: ServedActivation?

        fileprivate mutating func makeEquipment() -> Equipment {
            let equipment: Equipment = equipment ?? Equipment()
            self.equipment = equipment
            return equipment
        }
    }

    let commandWindow: Int
    let loop: EventLoop
    private let state: LoopOwned<State>

    init(loop: EventLoop, limits: Limits) {
        self.loop = loop
        state = LoopOwned(State(), loop: loop)
        commandWindow = max(limits.commandCredit, 1)
    }

    // MARK: One call after the other

    /// Starts serving a call of `connection`.
    func open(_ connection: ServerConnection, _ opening: Opening, position: Int, started: UInt64) {
        state.change { state in
            state.connection = connection
            state.stream = opening.stream
            state.board = opening.board
            state.position = position
            state.started = started
            if !opening.metadata.isPlain || opening.metadata.attempt != 1 {
                state.metadata = opening.metadata
                state.hasMetadata = true
            }
        }
    }

    /// Clears what ``begin(in:)`` and ``finish()`` have left of the served call.
    func close(before next: consuming ServedActivation?) {
        state.change { state in
            state.connection = nil
            if state.hasMetadata { state.metadata = CallMetadata() }
            state.hasMetadata = false
            (state.isCancelled, state.isRefused) = (false, false)
            state.isEnded = false
            state.next = next
        }
    }

    /// Takes the activation passed to ``close(before:)``.
    func takeNext() -> ServedActivation? {
        state.change { $0.next.take() }
    }

    var connection: ServerConnection { state.change { $0.connection! } }
    var stream: UInt32 { state.change { $0.stream } }
    /// The stream, and the consumer's number of the board.
    var address: (stream: UInt32, board: UInt16) { state.change { ($0.stream, $0.board) } }
    /// The board's position in the server's table.
    var position: Int { state.change { $0.position } }
    /// When ACTIVATE was read, in nanoseconds of the loop's clock.
    var started: UInt64 { state.change { $0.started } }
    /// What is asked of each call at its beginning and at its end.
    var arrival: (position: Int, started: UInt64, hasMetadata: Bool) { state.change { ($0.position, $0.started, $0.hasMetadata) } }
    /// What is noted for those who look at the call; nil where nobody does.
    var observed: ObservedCall? { state.change { $0.observed } }
    var metadata: CallMetadata { state.change { $0.metadata } }
    var hadCommands: Bool { state.change { $0.hadCommands } }
    /// Whether metadata has to be bound around the handler.
    var hasMetadata: Bool { state.change { $0.hasMetadata } }

    // MARK: ServedCall

    func serve(_ handler: consuming @escaping @Sendable (any OutputSink) async -> Reply) {
        // Not in a closure, which would count another reference to the handler.
        state.value.handler = Handler(body: handler)
        let (connection, takesCommands): (ServerConnection, Bool) = state.change { ($0.connection!, $0.equipment?.onCommand != nil) }
        connection.handlerWaits(self, takesCommands: takesCommands)
    }

    /// Takes the handler, to run in the current task, which is `task`; nil if the call was cancelled before, or its consumer has
    /// gone. The connection's watermark says so first.
    func begin(in task: LoopReference<HandlerTask>, of connection: borrowing ServerConnection) -> Handler? {
        state.change { state in
            let handler: Handler? = state.handler.take()
            guard !state.isCancelled, connection.watermark.change({ $0.note(state.stream) }) else { return nil }
            state.task = task
            return handler
        }
    }

    /// Marks a call whose handler is not to start, because there is no room for it.
    func refuse() {
        state.change { ($0.isCancelled, $0.isRefused) = (true, true) }
    }

    var isRefused: Bool { state.change { $0.isRefused } }

    /// Forgets a handler that is not to run: it holds this activation, and both would stay for ever.
    func dropHandler() {
        state.change { $0.handler = nil }
    }

    /// Runs a handler with the metadata bound around it.
    func run(_ handler: Handler) async -> Reply {
        await CallMetadata.$current.withValue(metadata.served) { await handler.body(self) }
    }

    func receiveCommands(
        _ onCommand: @escaping @Sendable (inout WireReader) throws(WireError) -> Void,
        onEnd: @escaping @Sendable (CommandsEnd) -> Void
    ) {
        state.change { state in
            state.hadCommands = true
            let equipment: Equipment = state.makeEquipment()
            equipment.onCommand = onCommand
            equipment.onCommandsEnd = onEnd
        }
    }

    func commandTaken() {
        onLoop { $0.commandTaken(by: self) }
    }

    var consumer: String? { connection.consumer }

    // MARK: Who looks, on the loop

    /// Puts the call into a trace, and with it the calls that its handler makes.
    func join(_ context: TraceContext) {
        state.change { state in
            state.metadata.traceparent = context.traceparent
            state.hasMetadata = true
        }
    }

    func observe(_ observed: ObservedCall) {
        state.change { $0.observed = observed }
    }

    func takeObserved() -> ObservedCall? {
        state.change { $0.observed.take() }
    }

    // MARK: What is counted, on the loop

    func count(inbound bytes: Int, hasManyOutputs: Bool) {
        state.change { ($0.inbound, $0.hasManyOutputs) = (bytes, hasManyOutputs) }
    }

    /// What decides whether the call may start.
    var kind: (position: Int, hasManyOutputs: Bool) { state.change { ($0.position, $0.hasManyOutputs) } }

    func reserve(_ bytes: Int, for purpose: Reserved) {
        state.change { ($0.expected, $0.reserved) = (bytes, purpose) }
    }

    var reserved: (bytes: Int, purpose: Reserved) { state.change { ($0.expected, $0.reserved) } }

    func giveUpReserved() -> (bytes: Int, purpose: Reserved) {
        state.change { state in
            defer { (state.expected, state.reserved) = (0, .nothing) }
            return (state.expected, state.reserved)
        }
    }

    func count(commandBytes bytes: Int) {
        state.change { state in
            state.inbound += bytes
            state.makeEquipment().commandBytes.append(bytes)
        }
    }

    /// Notes that a command was taken, and releases the bytes of the previous one, which its handler has finished.
    /// - Returns: the bytes, and how many more commands to grant: half of the window at a time.
    func takeCommand() -> (bytes: Int, credit: Int) {
        state.change { state in
            guard let equipment: Equipment = state.equipment else { return (0, 0) }
            let bytes: Int = equipment.commandInHand
            equipment.commandInHand = equipment.commandBytes.popFirst() ?? 0
            state.inbound -= bytes
            equipment.commandsTaken += 1
            guard equipment.commandsTaken * 2 >= commandWindow else { return (bytes, 0) }
            defer { equipment.commandsTaken = 0 }
            return (bytes, equipment.commandsTaken)
        }
    }

    func giveUpInbound() -> Int {
        state.change { state in
            defer { state.inbound = 0 }
            return state.inbound
        }
    }

    func onLoop(_ body: @escaping @Sendable (ServerConnection) -> Void) {
        if loop.isCurrent { return body(connection) }
        loop.execute { body(self.connection) }
    }

    // MARK: What the connection tells, on the loop

    func add(_ waiter: Waiter) {
        state.change { $0.makeEquipment().waiters.append(waiter) }
    }

    /// Lets senders that wait for room try again.
    func wake() {
        guard let equipment: Equipment = state.change({ $0.equipment }) else { return }
        var waiters: [Waiter] = []
        swap(&waiters, &equipment.waiters)
        for waiter: Waiter in waiters { waiter.resume(returning: .again) }
    }

    /// Delivers one command; throws if it is invalid.
    func receive(command body: FrameBody) throws(WireError) {
        guard let onCommand = state.change({ $0.equipment?.onCommand }) else { return }
        var reader: WireReader = WireReader(body)
        try onCommand(&reader)
    }

    func endCommands(_ end: CommandsEnd) {
        state.change { $0.equipment?.onCommandsEnd }?(end)
    }

    /// Stores the deadline's timer, or cancels it if the activation has ended in the meantime.
    func keep(_ timer: LoopTimer) {
        let isEnded: Bool = state.change { state in
            if !state.isEnded { state.makeEquipment().timer = timer }
            return state.isEnded
        }
        if isEnded { timer.cancel() }
    }

    /// Cancels the handler: the consumer has cancelled or gone, or the deadline has passed.
    func cancel() {
        let (task, isUnstarted): (LoopReference<HandlerTask>?, Bool) = state.change { state in
            state.isCancelled = true
            return (state.task, state.handler != nil)
        }
        task?.value.cancel(on: loop)
        if isUnstarted { connection.leaveBarrier(self) }
        endCommands(.interrupted)
        wake()
    }

    /// Releases everything, because the handler has ended.
    func finish() {
        let equipment: Equipment? = state.change { state in
            state.isEnded = true
            state.task = nil
            return state.equipment.take()
        }
        guard let equipment else { return }
        equipment.timer?.cancel()
        equipment.onCommandsEnd?(.interrupted)
        for waiter: Waiter in equipment.waiters { waiter.resume(returning: .again) }
    }
}
