import ColonnadeContract
import ColonnadeEventLoop
internal import ColonnadeTransport

/// One gateway barrier: carries out what its ``GateLife`` says, on the loop.
///
/// Invariant: `decisions` has exactly the tickets that wait in `life`; `runs` has exactly the runs that have not ended.
final class Gate: LoopMember {
    typealias Decision = (Fault?) -> Void
    typealias Passes = @Sendable (CallMetadata) -> Bool

    /// A run that has not ended: its task, and its outcome where that is known while the board still works.
    private struct Run {
        var task: Task<Void, Never>?
        var timer: LoopTimer?
        var outcome: GateOutcome?
        var hasBodyEnded: Bool = false
    }

    let board: GateBoard
    let loop: EventLoop
    /// How often the gate's board was started.
    private(set) var started: Int = 0
    private let exempt: Set<String>
    /// Decides which callers pass without running the board.
    private let passes: Passes?
    private let deadline: Duration
    private let life: Cell<GateLife>
    private var decisions: [UInt64: Decision] = [:]
    private var runs: [UInt64: Run] = [:]
    private var lastTicket: UInt64 = 0

    init(board: GateBoard, life: GateLife, deadline: Duration, exempt: Set<String>, passes: Passes? = nil, loop: EventLoop) {
        self.board = board
        self.life = Cell(life)
        self.deadline = deadline
        self.exempt = exempt
        self.passes = passes
        self.loop = loop
    }

    /// Whether `consumer` passes without waiting.
    func isOpen(for consumer: String?) -> Bool {
        life.read { $0.isOpen } || consumer.map(exempt.contains) ?? false
    }

    /// What the gate holds now; all zero when nothing is left behind.
    var load: GateLoad {
        GateLoad(
            waiting: life.read { $0.waiting }, runs: life.read { $0.runs }, decisions: decisions.count, tasks: runs.count)
    }

    /// The result of a caller's arrival.
    enum Arrival {
        case pass
        case fail(Fault)
        case wait(ticket: UInt64)
    }

    /// - Parameter decide: called once where the caller waits and does not leave.
    func arrive(_ visitor: BarrierVisitor, _ decide: @escaping Decision) -> Arrival {
        if let passes, !life.read({ $0.isStopped }), passes(visitor.metadata) { return .pass }
        lastTicket += 1
        let ticket: UInt64 = lastTicket
        var arrival: Arrival = .wait(ticket: ticket)
        let actions: [GateLife.Action] = life.change {
            $0.handle(.arrived(ticket: ticket, consumer: visitor.consumer, key: visitor.metadata.session, bytes: visitor.bytes))
        }
        for action: GateLife.Action in actions {
            switch action {
            case .pass: arrival = .pass
            case .fail(_, let failure): arrival = .fail(fault(failure))
            case .start, .time, .cancel: perform(action)
            }
        }
        if case .wait = arrival { decisions[ticket] = decide }
        return arrival
    }

    func leave(_ ticket: UInt64) {
        decisions[ticket] = nil
        handle(.left(ticket: ticket))
    }

    /// Closes the gate: it runs again for the next caller.
    func close() {
        handle(.closed)
    }

    /// Ends every run, and admits nobody from then on.
    func stop() {
        handle(.stopped)
    }

    private func handle(_ event: GateLife.Event) {
        for action: GateLife.Action in life.change({ $0.handle(event) }) { perform(action) }
    }

    private func perform(_ action: GateLife.Action) {
        switch action {
        case .start(let run, let key): start(run, key)
        case .time(let run): time(run)
        case .cancel(let run): if let task: Task<Void, Never> = runs[run]?.task { loop.callBack { task.cancel() } }
        case .pass(let tickets): decide(tickets, nil)
        case .fail(let tickets, let failure): decide(tickets, fault(failure))
        }
    }

    private func decide(_ tickets: [UInt64], _ fault: Fault?) {
        for ticket: UInt64 in tickets { decisions.removeValue(forKey: ticket)?(fault) }
    }

    private func fault(_ failure: GateFailure) -> Fault {
        switch failure {
        case .refused(let why):
            Fault(.barrierRefused, "The gate \(board.id) lets nobody pass: \(why)", outcome: .notDispatched)
        case .stuck:
            Fault(.barrierStuck, "The gate \(board.id) has not answered within \(deadline).", outcome: .notDispatched)
        case .full:
            Fault(
                .exhausted, "Too many calls wait at the gate \(board.id) already.", outcome: .notDispatched, retryAfter: .milliseconds(100))
        case .stopped:
            Fault(.draining, "The vertical of the gate \(board.id) is going away.", outcome: .notDispatched)
        }
    }

    // MARK: Runs

    private func start(_ run: UInt64, _ session: String?) {
        started += 1
        runs[run] = Run()
        time(run)
        let metadata: CallMetadata = CallMetadata(deadline: (loop.now + deadline).nanoseconds, session: session)
        let own: LoopReference<Gate> = LoopReference(self, loop: loop)
        let board: GateBoard = board
        // Queued and never run in place: a caller must know that it waits before anything is decided.
        let task: Task<Void, Never> = Task.detached(executorPreference: loop) {
            let outcome: GateOutcome = await board.run(metadata) {
                own.loop.execute { own.value.noteEnd(run) { $0.hasBodyEnded = true } }
            }
            own.value.noteEnd(run) { $0.outcome = outcome }
        }
        runs[run]?.task = task
    }

    private func time(_ run: UInt64) {
        runs[run]?.timer?.cancel()
        let own: LoopReference<Gate> = LoopReference(self, loop: loop)
        runs[run]?.timer = loop.schedule(after: deadline) { own.value.handle(.timedOut(run: run)) }
    }

    /// A run has ended once its outcome is known and all of its work has stopped.
    private func noteEnd(_ number: UInt64, _ change: (inout Run) -> Void) {
        guard var run: Run = runs[number] else { return }
        change(&run)
        runs[number] = run
        guard run.hasBodyEnded, let outcome: GateOutcome = run.outcome else { return }
        runs[number] = nil
        run.timer?.cancel()
        handle(.ended(run: number, outcome))
    }
}

/// What a gate holds at one moment.
struct GateLoad: Hashable, Sendable {
    /// Waiting callers, by the count of ``GateLife``.
    var waiting: Int = 0
    /// Runs that have not ended, by the count of ``GateLife``.
    var runs: Int = 0
    /// Callers that still have to hear the decision.
    var decisions: Int = 0
    /// Tasks that run the gate's board.
    var tasks: Int = 0
}
