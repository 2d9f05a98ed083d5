import ColonnadeEventLoop
import ColonnadeWorld
import SupervisorCore

/// Carries out what the supervisor's ``SuiteMachine`` decides, as the supervisor's own runner does, with processes that are simulated.
/// Belongs to the loop.
final class SuiteKeeper {
    /// What the keeper holds for one process beside its life; it keeps it when it gets another seat.
    private final class Place {
        var process: SuiteProcess?
        var timers: [ChildTimer: LoopTimer] = [:]
    }

    /// How often a process that is ready gives a sign of life.
    private static let sign: Duration = .seconds(5)

    private(set) var machine: SuiteMachine
    /// What must never happen, and did.
    private(set) var faults: [String] = []
    private let suite: SuiteSurroundings
    private let dice: Dice
    private var random: SeededGenerator
    private var places: [String: [Seat: Place]] = [:]
    /// Every process that has not ended, by vertical and generation.
    private var running: [String: [UInt64: SuiteProcess]] = [:]
    private var events: [(name: String, generation: UInt64?, event: ChildEvent)] = []
    private var isCarryingOut: Bool = false
    private var lastProcess: Int32 = 0
    private var waiters: [(condition: (SuiteKeeper) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    init(_ suite: SuiteSurroundings) {
        self.suite = suite
        dice = Dice(suite.seed, "keeper")
        random = SeededGenerator(seed: dice.seed)
        let verticals: [SimulatedClinic.Vertical] = suite.clinic.verticals
        machine = SuiteMachine(
            names: verticals.map(\.name), policies: [:],
            providers: Dictionary(uniqueKeysWithValues: verticals.map { ($0.name, $0.uses) }))
    }

    var isReady: Bool {
        machine.children.values.allSatisfy { $0.state == .ready } && machine.successors.isEmpty && machine.predecessors.isEmpty
    }

    var isDown: Bool { machine.isDown && running.values.allSatisfy(\.isEmpty) }

    private var bound: LoopBound<SuiteKeeper> { LoopBound(self, loop: suite.loop) }

    private var now: Duration { suite.loop.now - MonotonicTime(nanoseconds: 0) }

    // MARK: What may be asked for

    func startAll() { carryOut(machine.start(machine.names, now: now, random: &random)) }

    func stopAll() { carryOut(machine.stop(machine.names, now: now, random: &random)) }

    func restart(_ name: String) { carryOut(machine.restart([name], now: now, random: &random)) }

    func replace(_ name: String) {
        carryOut(
            machine.replace(name, exclusively: suite.clinic[name]?.isExclusive ?? true, now: now, random: &random))
    }

    /// The process that serves dies once it has read or written so many more bytes.
    func kill(_ name: String, afterBytes bytes: Int) {
        places[name]?[.current]?.process?.connections.dieAfter(bytes: bytes)
    }

    /// Nobody dies any more by a byte that was chosen before.
    func spareAll() {
        for process: SuiteProcess in running.values.flatMap(\.values) { process.connections.dieAfter(bytes: nil) }
    }

    /// Returns once the condition holds.
    func wait(until condition: @escaping (SuiteKeeper) -> Bool) async {
        guard !condition(self) else { return }
        await withCheckedContinuation { waiters.append((condition, $0)) }
    }

    // MARK: Events

    private func post(_ event: ChildEvent, _ name: String, _ generation: UInt64?) {
        events.append((name, generation, event))
        if !isCarryingOut { carryOut([]) }
    }

    private func carryOut(_ actions: [SuiteMachine.Action]) {
        precondition(!isCarryingOut, "the suite was asked while it was carrying something out")
        isCarryingOut = true
        for action: SuiteMachine.Action in actions { carryOut(action) }
        while !events.isEmpty {
            let (name, generation, event): (String, UInt64?, ChildEvent) = events.removeFirst()
            guard let seat: Seat = generation.map({ machine.seat(of: name, generation: $0) }) ?? .current else { continue }
            for action: SuiteMachine.Action in machine.handle(event, of: name, at: seat, now: now, random: &random) { carryOut(action) }
        }
        isCarryingOut = false
        let done: [CheckedContinuation<Void, Never>] = waiters.filter { $0.condition(self) }.map(\.continuation)
        waiters.removeAll { $0.condition(self) }
        for waiter: CheckedContinuation<Void, Never> in done { waiter.resume() }
    }

    private func carryOut(_ action: SuiteMachine.Action) {
        switch action {
        case .changed(let name): suite.log.note("\(name) is \(machine.children[name]?.state.rawValue ?? "gone")")
        case .child(let name, let seat, let action): carryOut(action, name, seat)
        case .promoted(let name):
            suite.log.note("\(name) is taken over by generation \(machine.children[name]?.generation ?? 0)")
            var seats: [Seat: Place] = places[name] ?? [:]
            seats[.last] = seats[.current]
            seats[.current] = seats.removeValue(forKey: .next)
            places[name] = seats
        case .thrownAway(let name, _): places[name]?[.next] = nil
        case .left(let name): places[name]?[.last] = nil
        case .renewed, .groupFailed: preconditionFailure("the simulated suite has no groups that count")
        }
    }

    private func carryOut(_ action: ChildAction, _ name: String, _ seat: Seat) {
        let place: Place = place(name, seat)
        switch action {
        case .spawn(let generation): spawn(name, generation, place)
        case .signal(.terminate): if let process: SuiteProcess = place.process { terminate(process) }
        case .signal: place.process?.connections.die()
        case .arm(let timer, let delay):
            place.timers[timer]?.cancel()
            let place: LoopBound<Place> = LoopBound(place, loop: suite.loop)
            place.value.timers[timer] = suite.loop.schedule(after: delay) { [bound] in bound.value.came(timer, place.value, of: name) }
        case .disarm(let timer): place.timers.removeValue(forKey: timer)?.cancel()
        case .crashed: break
        }
    }

    private func place(_ name: String, _ seat: Seat) -> Place {
        if let place: Place = places[name]?[seat] { return place }
        let made: Place = Place()
        places[name, default: [:]][seat] = made
        return made
    }

    /// A timer of a process that may have got another seat since.
    private func came(_ timer: ChildTimer, _ place: Place, of name: String) {
        guard let seat: Seat = places[name]?.first(where: { $0.value === place })?.key else { return }
        place.timers[timer] = nil
        carryOut(machine.handle(.timer(timer), of: name, at: seat, now: now, random: &random))
    }

    // MARK: Processes

    private func spawn(_ name: String, _ generation: UInt64, _ place: Place) {
        guard let vertical: SimulatedClinic.Vertical = suite.clinic[name] else { return }
        let others: [UInt64] = Array((running[name] ?? [:]).keys)
        if others.contains(generation) || vertical.isExclusive && !others.isEmpty {
            faults.append("generation \(generation) of \(name) was started beside \(others)")
        }
        let process: SuiteProcess = SuiteProcess(vertical, generation: generation, in: suite)
        running[name, default: [:]][generation] = process
        place.process = process
        suite.log.note("\(name) \(generation) starts")
        process.connections.onDeath { [bound] in bound.value.died(process) }
        lastProcess += 1
        post(.spawned(pid: lastProcess), name, generation)
        suite.loop.schedule(after: dice.milliseconds(1...40)) { [bound] in
            bound.loop.startTask { await bound.value.launch(process) }
        }
    }

    private func launch(_ process: SuiteProcess) async {
        do {
            try await process.launch()
            guard !process.connections.isDead else { return await end(process, .signalled(9)) }
            guard !process.isToldToGo.value else { return terminate(process) }
            post(.notifiedReady, process.vertical.name, process.generation)
            process.accept()
            giveSigns(of: process)
        } catch {
            faults.append("\(process.vertical.name) \(process.generation) could not start: \(error)")
            ended(process, .exited(1))
        }
    }

    private func giveSigns(of process: SuiteProcess) {
        suite.loop.schedule(after: Self.sign) { [bound] in
            guard bound.value.isRunning(process), !process.connections.isDead else { return }
            bound.value.post(.notifiedAlive, process.vertical.name, process.generation)
            bound.value.giveSigns(of: process)
        }
    }

    private func isRunning(_ process: SuiteProcess) -> Bool { running[process.vertical.name]?[process.generation] === process }

    private func terminate(_ process: SuiteProcess) {
        suite.log.note("\(process.vertical.name) \(process.generation) is told to go")
        // One that starts goes once it has started.
        process.isToldToGo.value = true
        guard process.isLaunched else { return }
        suite.loop.startTask { [bound] in
            await process.stop()
            if !process.connections.isDead { bound.value.ended(process, .exited(0)) }
        }
    }

    private func died(_ process: SuiteProcess) {
        suite.log.note("\(process.vertical.name) \(process.generation) dies")
        guard process.isLaunched else { return }
        suite.loop.execute { [bound] in
            bound.loop.startTask { await bound.value.end(process, .signalled(9)) }
        }
    }

    private func end(_ process: SuiteProcess, _ exit: ChildExit) async {
        await process.abandon()
        ended(process, exit)
    }

    private func ended(_ process: SuiteProcess, _ exit: ChildExit) {
        guard isRunning(process) else { return }
        running[process.vertical.name]?[process.generation] = nil
        suite.log.note("\(process.vertical.name) \(process.generation) has ended: \(exit)")
        if case .signalled = exit, suite.bug == .undoesCommit { UndoneCommit.undo(in: suite, of: process.vertical.name) }
        post(.exited(exit), process.vertical.name, process.generation)
    }
}
