import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorCore

/// Carries out what ``SuiteMachine`` decides: processes, timers, sockets, logs. Belongs to the loop.
final class SuiteRunner {
    /// Somebody who waits for the suite to be in some state.
    private struct Waiter {
        let number: UInt64
        let condition: (SuiteRunner) -> Bool
        let body: () -> Void
    }

    let home: SuiteHome
    let loop: EventLoop
    let sockets: SuiteSockets
    let crashes: CrashKeeper
    let programs: ProgramFiles = ProgramFiles()
    /// The limit of open files that children get; nil for this process's own.
    let descriptors: SpawnRequest.Limit?
    /// Which of the supervisor's programs this one is, and whether another is to take its place.
    let incarnation: Incarnation
    /// Whether a child whose isolation is not off sees none of the sockets but its own.
    let hidesSockets: Bool
    var plan: SuitePlan
    var accounts: SuiteAccounts
    var groups: ControlGroups
    var slots: [String: ChildSlot] = [:]
    /// Whether another launcher file is being carried out.
    var isReloading: Bool = false
    /// How many launcher files were carried out since the first, in full or not.
    var reloads: Int = 0
    /// Whether the last one that was could not be carried out in full.
    var isTakenInPart: Bool = false
    /// Hears of a socket for the supervisor's own interface that has come or gone, by its consumer.
    var onControl: ((_ consumer: String, _ listener: UnixListener?) -> Void)?
    var machine: SuiteMachine
    /// Whether the suite is going down for good.
    private(set) var isGoingDown: Bool = false
    /// Why the suite goes down without anybody having asked; nil where somebody has.
    private(set) var failure: String?
    /// Hears of every change of a vertical's state.
    var onChange: ((VerticalStatus) -> Void)?
    /// Hears, in a sentence, of what an operator should know and no vertical's state says.
    var onNotice: ((String) -> Void)?
    var random: SystemRandomNumberGenerator = SystemRandomNumberGenerator()
    /// What was written for each provider: who may call what.
    private var rights: [String: String] = [:]
    private var waiters: [Waiter] = []
    private var nextWaiter: UInt64 = 0
    /// Events that came while another was being carried out.
    private var events: [(name: String, generation: UInt64?, event: ChildEvent)] = []
    private var isCarryingOut: Bool = false

    /// - Parameter inheritance: what the program before this one has left; nil where the suite is new.
    init(
        plan: SuitePlan, home: SuiteHome, accounts: SuiteAccounts, descriptors: SpawnRequest.Limit?, inheritance: Inheritance? = nil,
        loop: EventLoop
    ) throws {
        self.plan = plan
        self.home = home
        self.accounts = accounts
        self.descriptors = descriptors
        groups = inheritance.flatMap { ControlGroups($0.handover) } ?? ControlGroups(for: plan)
        incarnation = Incarnation(number: inheritance?.handover.incarnation ?? 1)
        self.loop = loop
        crashes = CrashKeeper(store: CrashStore(folder: home.crashes), loop: loop)
        sockets = try SuiteSockets(plan: plan, home: home, accounts: accounts, inherited: inheritance?.sockets ?? [:], loop: loop)
        hidesSockets =
            FileRules.kernelVersion > 0
            && ChildProcess.canHide(SpawnRequest.Hiding(home.run, except: home.runtime("operator")))
        let processes: [SuitePlan.Vertical] = plan.processes
        machine = SuiteMachine(plan)
        for vertical: SuitePlan.Vertical in processes {
            slots[vertical.name] = try slot(for: vertical, notify: inheritance?.notify[vertical.name])
        }
        if let inheritance { try resume(inheritance) }
        for vertical: SuitePlan.Vertical in processes { updateSockets(of: vertical.name) }
    }

    var bound: LoopBound<SuiteRunner> { LoopBound(self, loop: loop) }

    var now: Duration { loop.now - MonotonicTime(nanoseconds: 0) }

    func slot(for vertical: SuitePlan.Vertical, notify inherited: OwnedDescriptor? = nil) throws -> ChildSlot {
        let notify: DatagramSocket = try inherited.map { DatagramSocket(adopting: $0, loop: loop) } ?? makePlace(of: vertical)
        let name: String = vertical.name
        let log: VerticalLog = VerticalLog(name: name, path: home.log(name), policy: vertical.launcher.logs) { [bound] in
            bound.value.onNotice?($0)
        }
        let slot: ChildSlot = ChildSlot(vertical: vertical, log: log, notify: notify, loop: loop)
        try notify.start { [bound] bytes, sender in
            // Only the daemon itself may speak for itself, not what it has started.
            guard let pid: Int32 = sender?.pid, let seat: ChildSeat = bound.value.slots[name]?.seat(pid: pid) else { return }
            bound.value.notified(name, seat, NotifyMessage(bytes))
        }
        return slot
    }

    // MARK: What may be asked for

    func startAtLaunch() {
        let names: [String] = plan.processes.filter { $0.launcher.start == .atLaunch }.map(\.name)
        carryOut(machine.start(names, now: now, random: &random))
    }

    /// Nothing where the suite is going down, by itself too: somebody may have asked before.
    func start(_ names: [String]) {
        guard !isGoingDown else { return }
        carryOut(machine.start(names, now: now, random: &random))
    }

    func stop(_ names: [String]) {
        carryOut(machine.stop(names, now: now, random: &random))
        // One that waited for its first connection has no other state now, and waits for none any more.
        for name: String in names { updateSockets(of: name) }
    }

    /// Nothing where the suite is going down, like ``start(_:)``.
    func restart(_ names: [String]) {
        guard !isGoingDown else { return }
        carryOut(machine.restart(names, now: now, random: &random))
    }

    /// Stops everything; nothing is started any more.
    func goDown() {
        isGoingDown = true
        stop(machine.names)
    }

    /// Calls `body` once the condition holds, at once where it does.
    /// - Returns: what ``stopWaiting(_:)`` takes.
    @discardableResult
    func when(_ condition: @escaping (SuiteRunner) -> Bool, _ body: @escaping () -> Void) -> UInt64 {
        nextWaiter += 1
        if condition(self) {
            body()
        } else {
            waiters.append(Waiter(number: nextWaiter, condition: condition, body: body))
        }
        return nextWaiter
    }

    /// Calls the body of somebody who still waits, whether the condition holds or not.
    func stopWaiting(_ number: UInt64) {
        guard let index: Int = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: index).body()
    }

    // MARK: Events

    private func notified(_ name: String, _ seat: ChildSeat, _ message: NotifyMessage) {
        for event: ChildEvent in message.events { post(event, name, seat.generation) }
        // Behind them: a change of state forgets what was said before it.
        if let status: String = message.status { seat.status = status }
    }

    /// - Parameter generation: whose event it is; nil for the process that serves, or the one that is to.
    func post(_ event: ChildEvent, _ name: String, _ generation: UInt64? = nil) {
        events.append((name, generation, event))
        guard !isCarryingOut else { return }
        carryOut([])
    }

    /// Carries out actions, then takes the events that came meanwhile, one by one.
    func carryOut(_ actions: [SuiteMachine.Action]) {
        precondition(!isCarryingOut, "the suite was asked while it was carrying something out")
        isCarryingOut = true
        for action: SuiteMachine.Action in actions { carryOut(action) }
        while !events.isEmpty {
            let (name, generation, event): (String, UInt64?, ChildEvent) = events.removeFirst()
            // One that is gone has no say any more.
            guard let seat: Seat = generation.map({ machine.seat(of: name, generation: $0) }) ?? .current else { continue }
            for action: SuiteMachine.Action in machine.handle(event, of: name, at: seat, now: now, random: &random) { carryOut(action) }
        }
        isCarryingOut = false
        tellWaiters()
    }

    private func tellWaiters() {
        let ready: [Waiter] = waiters.filter { $0.condition(self) }
        guard !ready.isEmpty else { return }
        waiters.removeAll { $0.condition(self) }
        for waiter: Waiter in ready { waiter.body() }
    }

    private func carryOut(_ action: SuiteMachine.Action) {
        switch action {
        case .changed(let name): tell(name, evenIfSame: false)
        case .child(let name, let seat, let action):
            guard let slot: ChildSlot = slots[name] else { return }
            carryOut(action, slot, slot.seat(seat))
        case .promoted(let name): promoted(name)
        case .thrownAway(let name, let reason): thrownAway(name, reason)
        case .left(let name): left(name)
        case .renewed(let group, let outer, let reason): onNotice?("\(reason): group \(outer) begins group \(group) anew")
        case .groupFailed(let group, let reason, let endsSuite):
            onNotice?("\(reason): group \(group) has failed")
            guard endsSuite else { return }
            failure = failure ?? "group \(group) has failed; \(reason)"
            isGoingDown = true
        }
    }

    private func carryOut(_ action: ChildAction, _ slot: ChildSlot, _ seat: ChildSeat) {
        let name: String = slot.vertical.name
        switch action {
        case .spawn(let generation): start(slot, generation)
        case .signal(let signal): send(signal, to: seat, of: name)
        case .arm(let timer, let delay):
            let seat: LoopBound<ChildSeat> = LoopBound(seat, loop: loop)
            seat.value.timers.arm(timer, delay) { [bound] in bound.value.timerCame(timer, seat.value, of: name) }
        case .disarm(let timer): seat.timers.disarm(timer)
        case .crashed: tell(name, evenIfSame: true)
        }
    }

    /// Tells the state of a vertical, and does what follows from it. Several changes may have come in one step: the last is
    /// what counts.
    func tell(_ name: String, evenIfSame: Bool) {
        guard let slot: ChildSlot = slots[name], let state: ChildState = machine.children[name]?.state,
            evenIfSame || slot.told != state
        else { return }
        slot.told = state
        slot.since = Date()
        slot.status = nil
        updateSockets(of: name)
        if let status: VerticalStatus = status(of: name) { onChange?(status) }
    }

    // MARK: Processes

    /// Says what may be called of a vertical that is about to start, and of those that it calls: its program may be another than before.
    func writeRights(around name: String) throws {
        let served: [String] = ([InstanceName.vertical(of: name)] + plan.providers(of: name)).filter { plan[$0]?.launcher.program == nil }
        guard !served.isEmpty else { return }
        let (programs, others): ([String: VerticalDescription], [String: [VerticalDescription]]) = running
        for provider: String in served {
            let text: String = plan.rights(at: provider, programs, others: others)
            // Most starts change nothing, and a file that is safe on the disk takes longer than the start of a process.
            guard text != rights[provider] else { continue }
            try folders(of: provider).write(text, as: "edges")
            rights[provider] = text
        }
    }

    func spawn(_ slot: ChildSlot, _ generation: UInt64) {
        let name: String = slot.vertical.name
        do {
            try writeRights(around: name)
            let (output, writing): (ChildOutput, OwnedDescriptor) = try ChildOutput.pipe(of: slot, generation, loop: loop)
            seat(slot, generation).output = output.reader
            let command: SpawnRequest = try request(slot, generation)
            var request: SpawnRequest = command
            if slot.vertical.launcher.program == nil { request.listen(on: sockets.handedTo(name)) }
            request.descriptors.append(.init(writing.number, as: 1))
            request.descriptors.append(.init(writing.number, as: 2))
            let group: OwnedDescriptor? = try groups.make(name, generation, slot.vertical.launcher.limits)
            request.controlGroup = group?.number
            let process: ChildProcess = try ChildProcess.spawn(request, loop: loop) { [bound] exit in
                bound.value.exited(name, generation, ChildExit(exit))
            }
            let seat: ChildSeat = seat(slot, generation)
            seat.process = process
            seat.edges = plan.edges.filter { $0.provider == InstanceName.vertical(of: name) }
            seat.firstLine = slot.log.lines
            seat.started = .read()
            post(.spawned(pid: process.pid), name, generation)
            watchReadiness(of: seat, name, slot.vertical.launcher, command)
        } catch {
            let isShortage: Bool = Shortage.isReason(of: error)
            post(isShortage ? .spawnDelayed("waits for descriptors or memory: \(error)") : .spawnFailed("\(error)"), name, generation)
        }
    }

    func exited(_ name: String, _ generation: UInt64, _ exit: ChildExit) {
        guard let slot: ChildSlot = slots[name], let place: Seat = machine.seat(of: name, generation: generation),
            let child: ChildMachine = machine.child(name, at: place)
        else { return }
        let isCrash: Bool = !child.isLeaving && exit != .exited(0)
        let seat: ChildSeat = slot.seat(place)
        let kills: Int = groups.remove(name, generation)
        let report: String? =
            isCrash ? keepReport(of: slot, seat, generation, exit, reason: child.reason, memoryKills: kills) : nil
        seat.process = nil
        seat.probe?.end()
        slot.remember(ChildSlot.Ending(generation: generation, exit: exit, date: Date(), isCrash: isCrash, report: report))
        post(.exited(exit), name, generation)
    }

    /// Ends what the suite holds; everything must be down.
    func close() {
        sockets.close()
        for slot: ChildSlot in slots.values { slot.notify.close() }
    }
}
