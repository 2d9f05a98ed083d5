import ColonnadeWorld
import SupervisorCore

/// A suite of one vertical with its clock and its chance, and what must never happen.
struct ReplacedVertical {
    private(set) var machine: SuiteMachine
    /// What must never happen, and did.
    private(set) var violations: [String] = []
    private var random: SeededGenerator = SeededGenerator(seed: 1)
    private var numbers: Set<UInt64> = []

    /// - Parameter isOnDemand: whether it goes where nobody calls it, and comes back with the first call.
    init(isOnDemand: Bool = false) {
        var policy: ChildPolicy = ChildPolicy()
        policy.goesWhenIdle = isOnDemand
        machine = SuiteMachine(names: ["a"], policies: ["a": policy], providers: [:], onDemand: isOnDemand ? ["a"] : [])
    }

    @discardableResult
    mutating func start() -> [SuiteMachine.Action] { note(machine.start(["a"], now: .zero, random: &random)) }

    @discardableResult
    mutating func stop() -> [SuiteMachine.Action] { note(machine.stop(["a"], now: .zero, random: &random)) }

    @discardableResult
    mutating func restart() -> [SuiteMachine.Action] { note(machine.restart(["a"], now: .zero, random: &random)) }

    @discardableResult
    mutating func replace(exclusively: Bool = false) -> [SuiteMachine.Action] {
        note(machine.replace("a", exclusively: exclusively, now: .zero, random: &random))
    }

    @discardableResult
    mutating func feed(_ events: [ChildEvent], _ seat: Seat) -> [SuiteMachine.Action] {
        events.flatMap { event in
            // A number that was not used for lack of room is used again.
            if case .spawnDelayed = event, let child: ChildMachine = machine.child("a", at: seat), child.state == .starting {
                numbers.remove(child.generation)
            }
            return note(machine.handle(event, of: "a", at: seat, now: .zero, random: &random))
        }
    }

    private mutating func note(_ actions: [SuiteMachine.Action]) -> [SuiteMachine.Action] {
        for case .child(_, let seat, .spawn(let number)) in actions {
            if !numbers.insert(number).inserted { violations.append("number \(number) is given twice") }
            if seat == .last { violations.append("a process is started where one leaves") }
        }
        if machine.successors["a"] != nil, machine.predecessors["a"] != nil { violations.append("replaced twice at once") }
        if let last: ChildMachine = machine.predecessors["a"], !last.isLeaving { violations.append("the one before does not leave") }
        return actions
    }

    /// Lets everything go well from now on, until nothing goes on any more.
    mutating func settle() {
        for _: Int in 0..<30 {
            for seat: Seat in Seat.allCases {
                switch machine.child("a", at: seat)?.state {
                case .starting: feed([.spawned(pid: 9), .notifiedReady], seat)
                case .draining, .stopping: feed([.exited(.exited(0))], seat)
                case .backingOff: feed([.timer(.backoff)], seat)
                default: break
                }
            }
        }
        if machine.isReplacing("a") { violations.append("it is still being replaced") }
        let state: ChildState? = machine.children["a"]?.state
        if ![.ready, .stopped, .failed].contains(state) { violations.append("it does not come to rest: \(state?.rawValue ?? "")") }
    }
}
