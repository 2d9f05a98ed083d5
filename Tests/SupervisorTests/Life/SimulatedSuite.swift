import ColonnadeWorld

@testable import SupervisorCore

/// A suite whose processes, clock and chance are simulated; a seed replays it.
struct SimulatedSuite {
    enum Happening {
        case child(String, ChildEvent, process: Int32)
        case timer(String, ChildTimer, id: Int, length: Duration)

        var isTimer: Bool { if case .timer = self { true } else { false } }
    }

    /// Bugs that are put in on purpose between the machine and the world, to see that the invariants find them.
    enum Bug: String, CaseIterable, Sendable {
        case startsTwice
        case neverKills
        case forgetsTheWatchdog
        case forgetsToTryAgain
        case leavesTimersBehind
        case startsTooEarly
        case startsWhatHasFailed
        case forgetsToCount
        case forgetsToEscalate
        case countsForEver
        case renewsOnlyOne
        case failsAlone
        case keepsFormerGroups
        case blamesForShortage
        case judgesAfterStandstill
    }

    static let providers: [String: [String]] = [
        "records": ["maps", "auth"], "appointments": ["maps"], "octopus": ["records", "appointments", "maps"],
    ]

    /// What may become of groups that have failed.
    let endings: [LauncherGroup.Failed]
    var machine: SuiteMachine
    /// By generation.
    var processes: [String: [UInt64: Int32]] = [:]
    /// What must never happen, and did.
    var violations: [String] = []
    private(set) var exitOrder: [String] = []
    var readyOrder: [String] = []
    var random: SeededGenerator
    var bug: Bug? = nil
    var now: Duration = .zero
    var timers: [String: [Seat: [ChildTimer: Int]]] = [:]
    var ledger: GroupLedger
    /// A group has failed with which all ends: nobody may ask for anything any more.
    private(set) var isGoingDown: Bool = false
    var readyTimes: [Int32: Duration] = [:]
    /// Verticals whose program on the disk does not fit the others.
    var misfits: Set<String> = []
    /// Those whose last process could not be made.
    var unmade: Set<String> = []
    var nextID: Int = 1
    /// How many restarts each had behind it when it was last started.
    var startedAfter: [String: Int] = [:]
    var chaos: Bool
    /// Verticals that a reload has taken out, and that are not down yet: until they are, nobody may ask for anything.
    var leaving: Set<String> = []
    /// Those that start behind them.
    var coming: [String] = []
    /// In the order of time; of what happens at the same time, what was meant first comes first.
    private var queue: [(at: Duration, what: Happening)] = []
    /// Actions are being performed; events that come meanwhile wait until all are, as in the supervisor.
    private var isPerforming: Bool = false
    private var waiting: [(name: String, generation: UInt64, event: ChildEvent)] = []

    /// The clinic. With chaos, it has two processes of one vertical, and the seed chooses policies and groups, too.
    /// - Parameter endings: what may become of groups that have failed.
    init(
        seed: UInt64, chaos: Bool, restarts: [ChildPolicy.Restart] = [.permanent],
        endings: [LauncherGroup.Failed] = LauncherGroup.Failed.allCases
    ) {
        let names: [String] = ["maps"] + (chaos ? ["maps@2"] : []) + ["auth", "records", "appointments", "octopus"]
        var random: SeededGenerator = SeededGenerator(seed: ~seed)
        var policies: [String: ChildPolicy] = [:]
        for name: String in names where chaos {
            policies[name] = ChildPolicy()
            policies[name]?.restart = restarts.randomElement(using: &random) ?? .permanent
        }
        let groups: [LauncherGroup] = chaos ? SimulatedGroups.make(of: names, endings: endings, random: &random) : []
        self.init(
            names: names, policies: policies, providers: Self.providers, groups: groups, seed: seed, chaos: chaos, endings: endings)
    }

    init(
        names: [String], policies: [String: ChildPolicy] = [:], providers: [String: [String]], groups: [LauncherGroup] = [],
        onDemand: Set<String> = [], seed: UInt64 = 0, chaos: Bool = false, endings: [LauncherGroup.Failed] = []
    ) {
        machine = SuiteMachine(names: names, policies: policies, providers: providers, groups: groups, onDemand: onDemand)
        random = SeededGenerator(seed: seed)
        ledger = GroupLedger(groups)
        self.chaos = chaos
        self.endings = endings
    }

    /// Whether somebody may ask for something.
    var isOpen: Bool { !isGoingDown && leaving.isEmpty }

    mutating func start(_ names: [String]) {
        guard isOpen else { return }
        ledger.asked()
        perform(machine.start(names, now: now, random: &random))
    }

    mutating func stop(_ names: [String]) {
        ledger.asked()
        perform(machine.stop(names, now: now, random: &random))
    }

    /// Somebody takes the suite down, whatever goes on.
    mutating func goDown() {
        isGoingDown = true
        stop(machine.names)
    }

    mutating func restart(_ names: [String]) {
        guard isOpen else { return }
        ledger.asked()
        perform(machine.restart(names, now: now, random: &random))
    }

    mutating func forget(_ name: String) { perform(machine.forget(name, now: now, random: &random)) }

    mutating func replace(_ name: String, exclusively: Bool = false) {
        guard isOpen else { return }
        ledger.asked()
        perform(machine.replace(name, exclusively: exclusively, now: now, random: &random))
    }

    mutating func crash(_ name: String, at seat: Seat = .current, with exit: ChildExit = .signalled(9)) {
        guard let generation: UInt64 = machine.child(name, at: seat)?.generation else { return }
        if let process: Int32 = processes[name]?[generation] { later(.zero, .child(name, .exited(exit), process: process)) }
    }

    /// Something that people and machines do.
    mutating func disturb() {
        guard let name: String = machine.names.randomElement(using: &random) else { return }
        switch Int.random(in: 0...11, using: &random) {
        case 0: start([name])
        case 1: if isOpen { stop([name]) }
        case 2: restart([name])
        case 3: restart(machine.names)
        case 4: if misfits.remove(name) == nil { misfits.insert(name) }
        case 5: replace(name)
        case 6: replace(name, exclusively: true)
        case 7: for each: String in machine.names { replace(each) }
        case 8: crash(name, with: .exited(0))
        case 9: reload()
        case 10: standStill(for: .milliseconds(Int.random(in: 1...200_000, using: &random)))
        default: crash(name, at: Seat.allCases.randomElement(using: &random) ?? .current)
        }
    }

    /// All that was in disorder is in order again: programs fit, and nothing goes wrong any more.
    mutating func calmDown() {
        misfits = []
        chaos = false
    }

    /// - Parameter isDone: ends it earlier. It changes nothing; what is `inout` is not copied each time.
    mutating func run(for duration: Duration, until isDone: (inout SimulatedSuite) -> Bool = { _ in false }) {
        let end: Duration = now + duration
        while !isDone(&self), let index: Int = next, queue[index].at <= end {
            let (at, what): (Duration, Happening) = queue.remove(at: index)
            now = max(now, at)
            happen(what, late: now - at)
        }
        if !isDone(&self) { now = max(now, end) }
    }

    /// The machine stands still, and all that was due meanwhile comes late.
    mutating func standStill(for duration: Duration) { now += duration }

    /// What happens next. Of what is overdue, timers come first, as in an event loop.
    private var next: Int? {
        var index: Int = 0
        while index < queue.count, queue[index].at < now {
            if queue[index].what.isTimer { return index }
            index += 1
        }
        return queue.isEmpty ? nil : 0
    }

    private mutating func happen(_ what: Happening, late: Duration) {
        switch what {
        case .timer(let name, let timer, let id, let length):
            guard let seat: Seat = timers[name]?.first(where: { $0.value[timer] == id })?.key else { return }
            if timer.isToRunAgain(late: late), bug != .judgesAfterStandstill { return later(length, what) }
            timers[name]?[seat]?[timer] = nil
            if timer == .retry { ledger.retried(name) }
            feed(.timer(timer), name, seat)
        case .child(let name, let event, let process):
            guard let generation: UInt64 = processes[name]?.first(where: { $0.value == process })?.key else { return }
            if case .exited = event {
                processes[name]?[generation] = nil
                exitOrder.append(name)
            }
            if event == .notifiedReady {
                readyOrder.append(name)
                readyTimes[process] = now
            }
            // One that hangs gives no sign of life.
            let isHanging: Bool = event == .notifiedReady && chaos && Int.random(in: 0..<20, using: &random) == 0
            if event == .notifiedReady || event == .notifiedAlive, !isHanging {
                later(.seconds(10), .child(name, .notifiedAlive, process: process))
            }
            guard let seat: Seat = machine.seat(of: name, generation: generation) else {
                return violations.append("a process of \(name) that nobody knows")
            }
            let before: ChildMachine? = machine.child(name, at: seat)
            feed(event, name, seat)
            if case .exited = event, seat == .current, let before { checkRestart(of: name, process, before) }
            goOn()
        }
    }

    mutating func feed(_ event: ChildEvent, _ name: String, _ seat: Seat) {
        guard isPerforming else {
            let isEnd: Bool = noteEnd(event, name, seat)
            perform(handled(event, of: name, at: seat))
            return forgetEnd(isEnd, name)
        }
        waiting.append((name, machine.child(name, at: seat)?.generation ?? 0, event))
    }

    mutating func later(_ delay: Duration, _ what: Happening) {
        var index: Int = queue.count
        while index > 0, queue[index - 1].at > now + delay { index -= 1 }
        queue.insert((now + delay, what), at: index)
    }

    mutating func perform(_ actions: [SuiteMachine.Action]) {
        precondition(!isPerforming, "the suite was asked while it was carrying something out")
        isPerforming = true
        carryOut(actions)
        while !waiting.isEmpty {
            let (name, generation, event): (String, UInt64, ChildEvent) = waiting.removeFirst()
            // The process may have got another place since.
            guard let seat: Seat = machine.seat(of: name, generation: generation) else { continue }
            let isEnd: Bool = noteEnd(event, name, seat)
            carryOut(handled(event, of: name, at: seat))
            forgetEnd(isEnd, name)
        }
        isPerforming = false
        for child: ChildMachine in machine.children.values where child.restarts > 200 { violations.append("restarts without end") }
        checkTimers()
        violations += ledger.faults()
    }

    private mutating func carryOut(_ actions: [SuiteMachine.Action]) {
        for action: SuiteMachine.Action in actions {
            switch action {
            case .child(let name, let seat, let action): perform(action, name, seat)
            case .changed(let name):
                if bug == .startsWhatHasFailed, machine.children[name]?.reason?.contains("has restarted members") == true {
                    carryOut(machine.handle(.start, of: name, now: now, random: &random))
                }
                if bug == .startsTooEarly, machine.children[name]?.state == .waiting {
                    carryOut(machine.handle(.dependenciesReady, of: name, now: now, random: &random))
                }
            case .promoted(let name):
                var seats: [Seat: [ChildTimer: Int]] = timers[name] ?? [:]
                seats[.last] = seats[.current]
                seats[.current] = seats.removeValue(forKey: .next)
                timers[name] = seats
            case .thrownAway(let name, _): removeSeat(.next, of: name)
            case .left(let name): removeSeat(.last, of: name)
            case .renewed(let group, let outer, _):
                checkRenewal(of: group)
                ledger.renewed(group, by: outer, at: now)
            case .groupFailed(let group, _, let endsSuite):
                checkFailure(of: group)
                ledger.failed(group)
                isGoingDown = isGoingDown || endsSuite
            }
        }
    }

    /// A place that is given up has nobody on it, and no timer runs for it.
    private mutating func removeSeat(_ seat: Seat, of name: String) {
        if timers[name]?.removeValue(forKey: seat)?.isEmpty == false { violations.append("a timer of \(name) is left at \(seat)") }
    }

    /// A process that was ready for a second and ends by itself is followed by the next at once, or has failed.
    private mutating func checkRestart(of name: String, _ process: Int32, _ before: ChildMachine) {
        guard before.state == .ready, let since: Duration = readyTimes[process], now - since >= .seconds(1),
            machine.children[name]?.state == .backingOff, !unmade.contains(name)
        else { return }
        violations.append("\(name) was well and is kept down")
    }

    private mutating func perform(_ action: ChildAction, _ name: String, _ seat: Seat) {
        switch (bug, action) {
        case (.startsTwice, .spawn(let generation)): spawn(name, generation, seat)
        case (.neverKills, .signal(.kill)), (.forgetsTheWatchdog, .arm(.watchdog, _)), (.forgetsToTryAgain, .arm(.retry, _)),
            (.leavesTimersBehind, .disarm(.start)):
            return
        default: break
        }
        switch action {
        case .spawn(let generation): spawn(name, generation, seat)
        case .signal(let signal): signalled(signal, name, seat)
        case .arm(let timer, let delay):
            nextID += 1
            timers[name, default: [:]][seat, default: [:]][timer] = nextID
            later(delay, .timer(name, timer, id: nextID, length: delay))
        case .disarm(let timer): timers[name]?[seat]?[timer] = nil
        case .crashed: break
        }
    }
}
