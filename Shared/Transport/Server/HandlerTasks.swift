internal import ColonnadeContract
internal import ColonnadeEventLoop

/// The pool of tasks that run a server's handlers: creating a task costs more than most handlers do.
///
/// Edges and connections take turns; see ``CallLine``. Within a connection, activations run in order, one after the other in one
/// task as long as no handler suspends. When one does, another task continues with the waiting calls. When handlers have used
/// their share of a turn, the rest waits for the next, so that the loop reads in between. A task whose handler was cancelled is
/// not reused, because a task stays cancelled.
///
/// Invariant: while the line is not empty, a task is on its way to it, or a job that checks whether the task that last took from
/// it has suspended, or the next turn's call.
final class HandlerTasks: LoopCall {
    /// The most idle tasks; those beyond end.
    private static let mostIdle: Int = 64

    /// The activations that serve the calls.
    let spare: SpareActivations
    private let loop: EventLoop
    private let scope: ServerConfiguration.Scope?
    private let state: Cell<State> = Cell(State())

    private struct State {
        var line: CallLine = CallLine()
        var idle: [HandlerTask] = []
        /// A task was woken and has not taken a call yet.
        var isTaskComing: Bool = false
        /// ``callFromLoop()`` is queued, for this turn or the next.
        var isJobComing: Bool = false
        /// The handlers' share of a turn.
        var slice: TurnSlice = TurnSlice(between: 4)
        var isClosed: Bool = false
    }

    /// - Parameter scope: bound around every handler of every task.
    init(loop: EventLoop, limits: Limits, scope: ServerConfiguration.Scope?) {
        spare = SpareActivations(loop: loop, limits: limits)
        self.loop = loop
        self.scope = scope
    }

    /// Queues the handler of `call` behind earlier ones.
    func run(_ call: ServedActivation, of connection: ServerConnection) {
        let isFirst: Bool = state.change { state in
            state.line.append(call, of: connection)
            return !state.line.isEmpty && !state.isTaskComing && !state.isJobComing
        }
        if isFirst { goOn() }
    }

    /// Lets the calls of a held-up connection take turns again.
    func release(_ connection: ServerConnection) {
        let isFirst: Bool = state.change { state in
            state.line.release(connection)
            return !state.line.isEmpty && !state.isTaskComing && !state.isJobComing
        }
        if isFirst { goOn() }
    }

    /// Ends idle tasks; busy ones end after their work.
    func close() {
        let ended: [HandlerTask] = state.change { state in
            state.isClosed = true
            var ended: [HandlerTask] = []
            swap(&ended, &state.idle)
            return ended
        }
        for task: HandlerTask in ended { task.wake() }
    }

    /// Runs after a task that took a call and left others in the queue: if that call's handler suspended, another task takes the
    /// rest.
    func callFromLoop() {
        let isLeft: Bool = state.change { state in
            state.isJobComing = false
            return !state.line.isEmpty && !state.isTaskComing
        }
        if isLeft { goOn() }
    }

    private func goOn() {
        let idle: HandlerTask? = state.change { state in
            state.isTaskComing = true
            return state.idle.popLast()
        }
        (idle ?? start()).wake()
    }

    private func start() -> HandlerTask {
        let task: HandlerTask = HandlerTask()
        let own: LoopReference<HandlerTask> = LoopReference(task, loop: loop)
        let tasks: LoopReference<HandlerTasks> = LoopReference(self, loop: loop)
        let scope: ServerConfiguration.Scope? = scope
        task.keep(
            loop.startDetachedTask {
                guard let scope else { return await Self.serve(own, tasks) }
                await scope { await Self.serve(own, tasks) }
            })
        return task
    }

    /// Not `@concurrent`: that would also look up the task's executor before each wait.
    private static func serve(_ own: LoopReference<HandlerTask>, _ tasks: LoopReference<HandlerTasks>) async {
        // Read once: each read counts a reference.
        let (task, tasks): (HandlerTask, HandlerTasks) = (own.value, tasks.value)
        // A task whose scope took a while may have been woken before it arrived here.
        if !task.wasWoken { await LoopContinuation<Void>.wait { task.wait($0) } }
        while true {
            while let call: ServedActivation = tasks.next() {
                let connection: ServerConnection = call.connection
                if let handler: ServedActivation.Handler = call.begin(in: own, of: connection) {
                    // In place if nothing needs to be bound: a function of its own costs a frame and an executor look-up.
                    connection.handlerEnded(call, call.hasMetadata ? await call.run(handler) : await handler.body(call))
                } else {
                    connection.neverStarted(call)
                }
                tasks.spare.takeBack(consume call)
                if task.isCancelled { return }
            }
            if tasks.turnInPlace() { continue }
            guard tasks.rest(task) else { return }
            await LoopContinuation<Void>.wait { task.wait($0) }
        }
    }

    /// The next call; nil if there is none, or if this turn's share is used up.
    private func next() -> ServedActivation? {
        let turn: UInt64 = loop.turn
        let (call, rest): (ServedActivation?, Rest) = state.change { state in
            state.isTaskComing = false
            guard state.slice.isOpen(turn) else {
                guard !state.line.isEmpty, !state.isJobComing else { return (nil, .none) }
                state.isJobComing = true
                return (nil, .nextTurn)
            }
            let call: ServedActivation? = state.line.popFirst()
            state.slice.count(1)
            guard !state.line.isEmpty, !state.isJobComing else { return (call, .none) }
            state.isJobComing = true
            return (call, .soon)
        }
        switch rest {
        case .none: break
        case .soon: loop.callSoon(self)
        case .nextTurn: loop.callNextTurn(self)
        }
        return call
    }

    /// What handles the rest of the line.
    private enum Rest {
        case none
        /// A job behind the current one.
        case soon
        case nextTurn
    }

    /// Lets the current task turn the loop in place until a call arrives.
    /// - Returns: false if something else must run, and the task has to rest.
    private func turnInPlace() -> Bool {
        let isClosed: Bool = state.change { state in
            state.isTaskComing = true
            return state.isClosed
        }
        while !isClosed, loop.turnInPlace() { if !state.read({ $0.line.isEmpty }) { return true } }
        state.change { $0.isTaskComing = false }
        return false
    }

    /// - Returns: false if the task must end.
    private func rest(_ task: HandlerTask) -> Bool {
        state.change { state in
            guard !state.isClosed, state.idle.count < Self.mostIdle else { return false }
            state.idle.append(task)
            return true
        }
    }
}

/// A task that runs handlers.
final class HandlerTask {
    /// Whether it was woken before its first wait.
    private(set) var wasWoken: Bool = false
    /// Whether the task was cancelled, which only ``cancel(on:)`` can do: nobody else has it.
    private(set) var isCancelled: Bool = false
    private var task: Task<Void, Never>?
    private var waiter: LoopContinuation<Void>?

    /// Stores the task itself.
    func keep(_ task: Task<Void, Never>) {
        self.task = task
    }

    func wait(_ waiter: LoopContinuation<Void>) {
        self.waiter = waiter
    }

    func wake() {
        guard let waiter: LoopContinuation<Void> = waiter.take() else {
            wasWoken = true
            return
        }
        waiter.resume()
    }

    /// Cancels the task. Its cancellation handlers may belong to others, and must not run inside a task that turns the loop.
    func cancel(on loop: EventLoop) {
        isCancelled = true
        guard let task else { return }
        loop.callBack { task.cancel() }
    }
}
