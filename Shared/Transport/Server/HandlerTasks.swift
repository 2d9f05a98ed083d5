internal import ColonnadeContract
internal import ColonnadeEventLoop

/// The tasks that run a server's handlers, used again and again: to make a task costs more than most handlers do.
///
/// Edges and connections take turns, see ``CallLine``; within a connection activations run in the order in which they came, one
/// behind the other in one task as long as no handler suspends; where one does, another task goes on with those that wait. When
/// a turn of the loop has had its share of handlers, the rest waits for the next, so that the loop reads in between. A task whose
/// handler was cancelled is not used again, because a task stays cancelled.
///
/// Invariant: while the line is not empty, a task is on its way to it, or a job that looks whether the task which took from
/// it has been held up, or the next turn's call.
final class HandlerTasks: LoopCall {
    /// Tasks that wait for work at most; those beyond end.
    private static let mostIdle: Int = 64

    /// What the calls are served by.
    let spare: SpareActivations
    private let loop: EventLoop
    private let scope: ServerConfiguration.Scope?
    private let state: Cell<State> = Cell(State())

    private struct State {
        var line: CallLine = CallLine()
        var idle: [HandlerTask] = []
        /// A task was woken, and has taken nothing yet.
        var isTaskComing: Bool = false
        /// ``callFromLoop()`` is to come, in this turn or the next.
        var isJobComing: Bool = false
        /// What handlers may take of a turn.
        var slice: TurnSlice = TurnSlice(between: 4)
        var isClosed: Bool = false
    }

    /// - Parameter scope: bound around every handler of every task.
    init(loop: EventLoop, limits: Limits, scope: ServerConfiguration.Scope?) {
        spare = SpareActivations(loop: loop, limits: limits)
        self.loop = loop
        self.scope = scope
    }

    /// Has the handler of `call` run behind those that came before it.
    func run(_ call: ServedActivation, of connection: ServerConnection) {
        let isFirst: Bool = state.change { state in
            state.line.append(call, of: connection)
            return !state.line.isEmpty && !state.isTaskComing && !state.isJobComing
        }
        if isFirst { goOn() }
    }

    /// Has the calls of a connection that was held up take their turns again.
    func release(_ connection: ServerConnection) {
        let isFirst: Bool = state.change { state in
            state.line.release(connection)
            return !state.line.isEmpty && !state.isTaskComing && !state.isJobComing
        }
        if isFirst { goOn() }
    }

    /// Ends the tasks that wait for work; those that have some end after it.
    func close() {
        let ended: [HandlerTask] = state.change { state in
            state.isClosed = true
            var ended: [HandlerTask] = []
            swap(&ended, &state.idle)
            return ended
        }
        for task: HandlerTask in ended { task.wake() }
    }

    /// Comes behind a task that has left a part of the queue when it took a call: where that call's handler suspended,
    /// another task takes the rest.
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

    /// Not `@concurrent`: such a function would look for the task's executor before each wait too.
    private static func serve(_ own: LoopReference<HandlerTask>, _ tasks: LoopReference<HandlerTasks>) async {
        // Asked for once: each time counts a reference.
        let (task, tasks): (HandlerTask, HandlerTasks) = (own.value, tasks.value)
        // One whose scope took a while was woken before it came here.
        if !task.wasWoken { await LoopContinuation<Void>.wait { task.wait($0) } }
        while true {
            while let call: ServedActivation = tasks.next() {
                let connection: ServerConnection = call.connection
                if let handler: ServedActivation.Handler = call.begin(in: own) {
                    // Here, where nothing is to be bound: a function of its own costs a frame and a look at the task's executor.
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

    /// What is to run next; nil where nothing is, or where this turn has had its share.
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

    /// Who sees to what is left in the line.
    private enum Rest {
        case none
        /// A job behind the present one.
        case soon
        case nextTurn
    }

    /// Has the present task take the loop's turns itself until a call comes.
    /// - Returns: false where something else is to be run, and the task has to rest.
    private func turnInPlace() -> Bool {
        let isClosed: Bool = state.change { state in
            state.isTaskComing = true
            return state.isClosed
        }
        while !isClosed, loop.turnInPlace() { if !state.read({ $0.line.isEmpty }) { return true } }
        state.change { $0.isTaskComing = false }
        return false
    }

    /// - Returns: false where the task is to end.
    private func rest(_ task: HandlerTask) -> Bool {
        state.change { state in
            guard !state.isClosed, state.idle.count < Self.mostIdle else { return false }
            state.idle.append(task)
            return true
        }
    }
}

/// One task that runs handlers.
final class HandlerTask {
    /// Whether it was woken before it came to its first wait.
    private(set) var wasWoken: Bool = false
    /// Whether the task was cancelled, by ``cancel(on:)``: nobody else has it.
    private(set) var isCancelled: Bool = false
    private var task: Task<Void, Never>?
    private var waiter: LoopContinuation<Void>?

    /// Keeps the task itself.
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

    /// Cancels the task, behind which others may have asked to be told: they belong to none that turns the loop meanwhile.
    func cancel(on loop: EventLoop) {
        isCancelled = true
        guard let task else { return }
        loop.callBack { task.cancel() }
    }
}
