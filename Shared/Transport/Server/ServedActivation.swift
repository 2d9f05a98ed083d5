internal import ColonnadeContract
internal import ColonnadeEventLoop
private import Synchronization

/// What came of one attempt to send an output.
enum EmitOutcome: Sendable {
    case sent
    /// There was no room, and now there may be some.
    case again
    case ended
}

/// One activation on the provider's side, from ACTIVATE to the end of its handler.
///
/// All that changes is changed on the loop, but for the handler's own calls from other threads, which go there first.
final class ServedActivation: ServedCall, OutputSink {
    typealias Waiter = CheckedContinuation<EmitOutcome, Never>

    /// A handler in a box: a bare closure would be wrapped anew by every generic function that hands it on.
    struct Handler {
        let body: @Sendable (any OutputSink) async -> Reply
    }

    private struct State {
        /// What is to run; nil before ``serve(_:)`` and once it was started.
        var handler: Handler?
        /// The task that runs the handler.
        var task: LoopReference<HandlerTask>?
        var timer: LoopTimer?
        var isCancelled: Bool = false
        var isEnded: Bool = false
        var waiters: [Waiter] = []
        var onCommand: (@Sendable (inout WireReader) throws(WireError) -> Void)?
        var onCommandsEnd: (@Sendable (CommandsEnd) -> Void)?
    }

    let stream: UInt32
    /// The board's number as the consumer has it.
    let board: UInt16
    /// The board's position in the server's table.
    let position: Int
    let metadata: CallMetadata
    /// When ACTIVATE was read, in nanoseconds of the loop's clock.
    let started: UInt64
    let commandWindow: Int
    private let connection: LoopReference<ServerConnection>
    private let state: LoopOwned<State>

    init(connection: ServerConnection, opening: Opening, position: Int, started: UInt64) {
        self.connection = LoopReference(connection, loop: connection.loop)
        state = LoopOwned(State(), loop: connection.loop)
        self.stream = opening.stream
        self.board = opening.board
        self.metadata = opening.metadata
        hasMetadata = !opening.metadata.isPlain || opening.metadata.attempt != 1
        self.position = position
        self.started = started
        commandWindow = max(connection.limits.commandCredit, 1)
    }

    // MARK: ServedCall

    func serve(_ handler: @escaping @Sendable (any OutputSink) async -> Reply) {
        let takesCommands: Bool = state.change { state in
            state.handler = Handler(body: handler)
            return state.onCommand != nil
        }
        connection.value.handlerWaits(self, takesCommands: takesCommands)
    }

    /// Whether the handler may be started now; otherwise the connection has it run later.
    func mayStart() -> Bool {
        connection.value.mayStart(self)
    }

    /// Whether anything has to be bound around the handler.
    let hasMetadata: Bool

    /// Takes the handler, to be run in the present task, which is `task`; nil where it was cancelled before, and has been told.
    func begin(in task: LoopReference<HandlerTask>) -> Handler? {
        let handler: Handler? = state.change { state in
            guard !state.isCancelled else { return nil }
            state.task = task
            return state.handler.take()
        }
        if handler == nil {
            let fault: Fault = Fault(.cancelled, "The call was cancelled before its handler was started.", outcome: .notDispatched)
            connection.value.handlerEnded(self, .fail(fault))
        }
        return handler
    }

    /// Runs a handler with the metadata bound around it.
    func run(_ handler: Handler) async -> Reply {
        await CallMetadata.$current.withValue(metadata.served) { await handler.body(self) }
    }

    /// The handler has ended.
    func end(_ reply: Reply) {
        connection.value.handlerEnded(self, reply)
    }

    func receiveCommands(
        _ onCommand: @escaping @Sendable (inout WireReader) throws(WireError) -> Void,
        onEnd: @escaping @Sendable (CommandsEnd) -> Void
    ) {
        state.change { state in
            state.onCommand = onCommand
            state.onCommandsEnd = onEnd
        }
    }

    func grantCommands(_ count: Int) {
        connection.onLoop { $0.grantCommands(self.stream, count) }
    }

    // MARK: OutputSink

    func emit(_ output: [UInt8]) async throws(CancellationError) {
        if connection.isOnLoop {
            switch connection.value.emit(self, output) {
            case .sent: return
            case .ended: throw CancellationError()
            case .again: break
            }
        }
        while true {
            let mark: CancellationMark = CancellationMark()
            let outcome: EmitOutcome = await withTaskCancellationHandler {
                await withCheckedContinuation { waiter in
                    connection.onLoop { $0.emit(self, output, orWait: waiter, unless: mark.isSet) }
                }
            } onCancel: {
                // Set first: where the waiter comes to the loop behind the waking, it must not stay.
                mark.set()
                connection.onLoop { _ in self.wake() }
            }
            switch outcome {
            case .sent: return
            case .ended: throw CancellationError()
            case .again: if Task.isCancelled { throw CancellationError() }
            }
        }
    }

    func offer<Message: WireMessage>(_ message: Message) -> Bool {
        connection.isOnLoop && connection.value.offer(message, of: self)
    }

    func offer(encoded output: [UInt8]) -> Bool {
        connection.isOnLoop && connection.value.offer(encoded: output, of: self)
    }

    func output<Message: WireMessage>(_ message: Message) -> Reply {
        guard connection.isOnLoop else { return .output(message.encoded()) }
        connection.value.write(message, of: self)
        return .sent
    }

    // MARK: What the connection tells, on the loop

    func add(_ waiter: Waiter) {
        state.change { $0.waiters.append(waiter) }
    }

    /// Lets those who wait for room try again.
    func wake() {
        let waiters: [Waiter] = state.change { state in
            var waiters: [Waiter] = []
            swap(&waiters, &state.waiters)
            return waiters
        }
        for waiter: Waiter in waiters { waiter.resume(returning: .again) }
    }

    /// Hands one command on; throws what makes it invalid.
    func receive(command body: FrameBody) throws(WireError) {
        guard let onCommand = state.change({ $0.onCommand }) else { return }
        var reader: WireReader = WireReader(body)
        try onCommand(&reader)
    }

    func endCommands(_ end: CommandsEnd) {
        state.change { $0.onCommandsEnd }?(end)
    }

    /// Keeps the deadline's timer, or cancels it where the activation has ended in the meantime.
    func keep(_ timer: LoopTimer) {
        let isEnded: Bool = state.change { state in
            if !state.isEnded { state.timer = timer }
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
        task?.value.cancel()
        if isUnstarted { connection.value.leaveBarrier(self) }
        endCommands(.interrupted)
        wake()
    }

    /// Lets go of everything: the handler has ended.
    func finish() {
        let (timer, onEnd, hasWaiters): (LoopTimer?, (@Sendable (CommandsEnd) -> Void)?, Bool) = state.change { state in
            state.isEnded = true
            state.task = nil
            state.onCommand = nil
            return (state.timer.take(), state.onCommandsEnd.take(), !state.waiters.isEmpty)
        }
        timer?.cancel()
        onEnd?(.interrupted)
        if hasWaiters { wake() }
    }
}

/// Tells the loop that a task was cancelled, which only the task itself can see.
private final class CancellationMark: Sendable {
    private let flag: Atomic<Bool> = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() {
        flag.store(true, ordering: .releasing)
    }
}
