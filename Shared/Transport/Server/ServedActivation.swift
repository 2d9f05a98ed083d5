internal import ColonnadeContract
internal import ColonnadeEventLoop
private import DequeModule

/// One activation on the provider's side, from ACTIVATE to the end of its handler; after that maybe another, see ``SpareActivations``.
///
/// All that changes is changed on the loop, but for the handler's own calls from other threads, which go there first.
final class ServedActivation: ServedCall {
    typealias Waiter = CheckedContinuation<EmitOutcome, Never>

    /// A handler in a box: a bare closure would be wrapped anew by every generic function that hands it on.
    struct Handler {
        let body: @Sendable (any OutputSink) async -> Reply
    }

    /// What only some calls have.
    private final class Equipment {
        var timer: LoopTimer?
        var waiters: [Waiter] = []
        var onCommand: (@Sendable (inout WireReader) throws(WireError) -> Void)?
        var onCommandsEnd: (@Sendable (CommandsEnd) -> Void)?
        /// The sizes of the commands that no handler has taken, in their order.
        var commandBytes: Deque<Int> = Deque()
        /// The size of the command that its handler has in its hands.
        var commandInHand: Int = 0
        /// Commands that were taken since credit was granted.
        var commandsTaken: Int = 0
    }

    private struct State {
        /// nil between two calls.
        var connection: ServerConnection?
        var stream: UInt32 = 0
        var board: UInt16 = 0
        var position: Int = 0
        var started: UInt64 = 0
        var metadata: CallMetadata = CallMetadata()
        var hasMetadata: Bool = false
        /// What is counted for the call in its connection's accounts: what has come, and what its answer is expected to take.
        var inbound: Int = 0
        var expected: Int = 0
        var isCancelled: Bool = false
        var isEnded: Bool = false
        /// Whoever has the call's commands may tell it of one that is taken long after it has ended.
        var hadCommands: Bool = false
        /// What is to run; nil before ``serve(_:)`` and once it had its turn.
        var handler: Handler?
        /// The task that runs the handler.
        var task: LoopReference<HandlerTask>?
        var equipment: Equipment?
        /// Another one that serves nothing.
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

    /// Serves a call of `connection` from now on.
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

    /// Forgets the call that was served, of which ``begin(in:)`` and ``finish()`` have left no more than this.
    func close(before next: consuming ServedActivation?) {
        state.change { state in
            state.connection = nil
            if state.hasMetadata { state.metadata = CallMetadata() }
            state.hasMetadata = false
            state.isCancelled = false
            state.isEnded = false
            state.next = next
        }
    }

    /// What ``close(before:)`` was given.
    func takeNext() -> ServedActivation? {
        state.change { $0.next.take() }
    }

    var connection: ServerConnection { state.change { $0.connection! } }
    var stream: UInt32 { state.change { $0.stream } }
    /// The stream, and the board's number as the consumer has it.
    var address: (stream: UInt32, board: UInt16) { state.change { ($0.stream, $0.board) } }
    /// The board's position in the server's table.
    var position: Int { state.change { $0.position } }
    /// When ACTIVATE was read, in nanoseconds of the loop's clock.
    var started: UInt64 { state.change { $0.started } }
    var metadata: CallMetadata { state.change { $0.metadata } }
    var hadCommands: Bool { state.change { $0.hadCommands } }
    /// Whether anything has to be bound around the handler.
    var hasMetadata: Bool { state.change { $0.hasMetadata } }

    // MARK: ServedCall

    func serve(_ handler: consuming @escaping @Sendable (any OutputSink) async -> Reply) {
        // Not in a closure, which would count one more reference to the handler.
        state.value.handler = Handler(body: handler)
        let (connection, takesCommands): (ServerConnection, Bool) = state.change { ($0.connection!, $0.equipment?.onCommand != nil) }
        connection.handlerWaits(self, takesCommands: takesCommands)
    }

    /// Takes the handler, to be run in the present task, which is `task`; nil where it was cancelled before.
    func begin(in task: LoopReference<HandlerTask>) -> Handler? {
        state.change { state in
            let handler: Handler? = state.handler.take()
            guard !state.isCancelled else { return nil }
            state.task = task
            return handler
        }
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

    // MARK: What is counted, on the loop

    func count(inbound bytes: Int) {
        state.change { $0.inbound = bytes }
    }

    func count(expected bytes: Int) {
        state.change { $0.expected = bytes }
    }

    func count(commandBytes bytes: Int) {
        state.change { state in
            state.inbound += bytes
            state.makeEquipment().commandBytes.append(bytes)
        }
    }

    /// Notes that a command was taken, and forgets the bytes of the one before: its handler is done with it.
    /// - Returns: the bytes, and how many more commands the consumer may now be told to send: half of the window at a time.
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

    /// Gives up all that is counted.
    func giveUpBytes() -> (inbound: Int, expected: Int) {
        state.change { state in
            defer { (state.inbound, state.expected) = (0, 0) }
            return (state.inbound, state.expected)
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

    /// Lets those who wait for room try again.
    func wake() {
        guard let equipment: Equipment = state.change({ $0.equipment }) else { return }
        var waiters: [Waiter] = []
        swap(&waiters, &equipment.waiters)
        for waiter: Waiter in waiters { waiter.resume(returning: .again) }
    }

    /// Hands one command on; throws what makes it invalid.
    func receive(command body: FrameBody) throws(WireError) {
        guard let onCommand = state.change({ $0.equipment?.onCommand }) else { return }
        var reader: WireReader = WireReader(body)
        try onCommand(&reader)
    }

    func endCommands(_ end: CommandsEnd) {
        state.change { $0.equipment?.onCommandsEnd }?(end)
    }

    /// Keeps the deadline's timer, or cancels it where the activation has ended in the meantime.
    func keep(_ timer: LoopTimer) {
        let isEnded: Bool = state.change { state in
            if !state.isEnded { state.makeEquipment().timer = timer }
            return state.isEnded
        }
        if isEnded { timer.cancel() }
    }

    /// Cancels the handler: the consumer wants no more, is gone, or the deadline has passed.
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

    /// Lets go of everything: the handler has ended.
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
