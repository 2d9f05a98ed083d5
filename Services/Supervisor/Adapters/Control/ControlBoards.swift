import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorCore

/// The supervisor's own interface, for one consumer. Runs on the loop.
struct ControlBoards: SupervisorInterface {
    typealias Refused = SupervisorRefusal

    /// The most names in one question: as many as processes in a large suite, and looked up in a millisecond.
    private static let mostNames: Int = 1000

    let consumer: String
    let runner: LoopBound<SuiteRunner>
    let logAnswers: LoopBound<LogAnswers>

    // MARK: Reading

    func status(_ input: VerticalSelection) async throws(Failure) -> [VerticalStatus] {
        try statuses(selected(input.names))
    }

    func describe(_ input: VerticalSelection) async throws(Failure) -> [DescribedVertical] {
        let selected: [String] = try selected(input.names)
        // Processes of one vertical say the same of themselves: it is described once, unless one of them is asked for by its number.
        let asked: Set<String> = Set(input.names.map(NameForms.kebab))
        let suite: SuiteRunner = runner.value
        return selected.compactMap { name in
            let instance: InstanceName = InstanceName(name)
            guard asked.contains(instance.numbered) || instance.isFirst, let slot: ChildSlot = suite.slots[name] else { return nil }
            return DescribedVertical(slot.vertical, name: asked.contains(instance.numbered) ? instance.numbered : name)
        }
    }

    func logs(_ input: LogRequest) -> Outputs<LogLine> {
        Outputs { emit in
            let names: [String] = try readable(input.names)
            try logAnswers.value.begin()
            defer { logAnswers.value.end() }
            var (backlog, live): (LogMerging, LogFollowing?) = open(names, input)
            defer { live?.end() }
            while let line: LogLine = try await backlog.next() { try await emit(line) }
            if let live { try await live.pass { line in try await emit(line) } }
            return .done
        }
    }

    /// The logs that the consumer may read: the operator all, a vertical its own.
    private func readable(_ names: [String]) throws(Failure) -> [String] {
        if consumer == "operator" { return try selected(names) }
        let own: [String] = try selected(names.isEmpty ? [consumer] : names)
        guard own.allSatisfy({ InstanceName.vertical(of: $0) == consumer }) else { throw .refused(.notAllowed(consumer: consumer)) }
        return own
    }

    /// What is kept and what comes, without a gap between them: both begin in one turn of the loop.
    private func open(_ names: [String], _ input: LogRequest) -> (LogMerging, LogFollowing?) {
        let logs: [(name: String, log: VerticalLog)] = names.compactMap { name in
            runner.value.slots[name].map { (runner.value.shownName(of: name), $0.log) }
        }
        let kept: [(name: String, kept: KeptLines)] = logs.map { ($0.name, $0.log.kept) }
        let backlog: LogMerging = LogMerging(kept, last: input.lines, loop: runner.loop)
        return (backlog, input.follow ? LogFollowing(logs, loop: runner.loop) : nil)
    }

    // MARK: Changing

    func start(_ input: VerticalSelection) async throws(Failure) -> [VerticalStatus] {
        let names: [String] = try permitted(input.names)
        let reloads: Int = runner.value.reloads
        try await rollOut(runner.value.machine.startedBy(names), force: false)
        try checkGoesOn(since: reloads)
        runner.value.start(names)
        return try await settled(names)
    }

    func restart(_ input: RestartRequest) async throws(Failure) -> [VerticalStatus] {
        let names: [String] = try permitted(input.names)
        let reloads: Int = runner.value.reloads
        try await rollOut(names, force: input.force == true)
        // One process of each vertical after the other, so that others of it serve meanwhile.
        for number: Int in Set(names.map { InstanceName($0).number }).sorted() {
            try checkGoesOn(since: reloads)
            try await restartTogether(names.filter { InstanceName($0).number == number })
        }
        return try statuses(names)
    }

    private func restartTogether(_ names: [String]) async throws(Failure) {
        let before: [String: UInt64] = runner.value.machine.children.mapValues(\.generation)
        runner.value.restart(names)
        await runner.wait { runner in
            names.allSatisfy {
                (runner.machine.children[$0]?.generation ?? 0) > before[$0] ?? 0 || runner.machine.isUnavailable($0) || runner.isStuck($0)
            }
        }
        _ = try await settled(names)
    }

    func stop(_ input: VerticalSelection) async throws(Failure) -> [VerticalStatus] {
        let names: [String] = try permitted(input.names, whileReloading: true)
        runner.value.stop(names)
        await runner.wait { runner in names.allSatisfy { (runner.machine.children[$0]?.isDown ?? true) && !runner.machine.isReplacing($0) }
        }
        return try statuses(names)
    }

    func down(_ input: DownRequest) async throws(Failure) -> DownReport {
        guard consumer == "operator" else { throw .refused(.notAllowed(consumer: consumer)) }
        runner.value.goDown()
        await runner.wait { $0.machine.isDown }
        return DownReport(verticals: try statuses(runner.value.machine.names))
    }

    // MARK: Names and waiting

    /// The names of processes in the order of starting; all of them for none. A vertical's name is that of all of its processes.
    private func selected(_ names: [String]) throws(Failure) -> [String] {
        let machine: SuiteMachine = runner.value.machine
        guard names.count <= Self.mostNames else {
            throw .invalid(Fault(.invalid, "\(names.count) names are more than \(Self.mostNames).", outcome: .done))
        }
        let wanted: [[String]] = try names.map(NameForms.kebab).map { name throws(Failure) in
            let instance: InstanceName = InstanceName(name)
            let all: [String] = machine.instances(of: instance.vertical)
            let found: [String] = name == instance.vertical ? all : all.filter { $0 == instance.name }
            guard !found.isEmpty else {
                throw .refused(.unknownVertical(name: name, known: machine.names.map { runner.value.shownName(of: $0) }))
            }
            return found
        }
        return wanted.isEmpty ? machine.names : machine.names.filter(wanted.joined().contains)
    }

    /// The verticals that the operator may change now. While a launcher file is being carried out, they may only be stopped.
    func permitted(_ names: [String], whileReloading: Bool = false) throws(Failure) -> [String] {
        guard consumer == "operator" else { throw .refused(.notAllowed(consumer: consumer)) }
        guard !runner.value.isGoingDown else { throw .refused(.goingDown) }
        guard whileReloading || !runner.value.isReloading else { throw .refused(.reloading) }
        return try selected(names)
    }

    /// Whether what was permitted still is, behind a wait: the asker may have gone, or somebody else may have asked for more.
    /// - Parameter reloads: how many launcher files had been carried out when it was permitted; behind another, the names may mean
    ///   other verticals, or none.
    func checkGoesOn(since reloads: Int) throws(Failure) {
        guard !Task.isCancelled else {
            throw .cancelled(Fault(.cancelled, "The asker has gone: what was begun goes on, and nothing else is begun.", outcome: .unknown))
        }
        guard !runner.value.isGoingDown else { throw .refused(.goingDown) }
        guard !runner.value.isReloading, runner.value.reloads == reloads else { throw .refused(.reloading) }
    }

    private func statuses(_ names: [String]) throws(Failure) -> [VerticalStatus] {
        names.compactMap { runner.value.status(of: $0) }
    }

    /// Waits until each vertical is ready or has failed; the first failure is the answer.
    func settled(_ names: [String]) async throws(Failure) -> [VerticalStatus] {
        let settling: LoopBound<SettlingVerticals> = LoopBound(SettlingVerticals(names), loop: runner.loop)
        await runner.wait { settling.value.areSettled(in: $0) }
        for name: String in names where !runner.value.machine.isIdle(name) {
            guard let status: VerticalStatus = runner.value.status(of: name), status.state != .ready else { continue }
            throw .refused(.failed(name: status.name, reason: status.reason ?? "is \(status.state)"))
        }
        return try statuses(names)
    }
}

extension Obituary {
    init(_ name: String, _ ending: ChildSlot.Ending) {
        var signal: Int? = nil
        var status: Int? = nil
        switch ending.exit {
        case .exited(let code): status = Int(code)
        case .signalled(let number): signal = Int(number)
        }
        self.init(
            provider: name, generation: ending.generation, ended: true,
            report: ending.report, signal: signal, status: status, date: ending.date)
    }
}

extension DescribedVertical {
    init(_ vertical: SuitePlan.Vertical, name: String) {
        self.init(
            name: name, version: vertical.description.version, executable: vertical.executable,
            interfaces: vertical.description.interfaces.map(DescribedContract.init), uses: vertical.description.uses,
            configuration: vertical.description.configuration.map(DescribedContract.init),
            deepLinks: vertical.description.deepLinks)
    }
}

extension DescribedContract {
    init(_ contract: ContractDescriptor) {
        self.init(name: contract.name, fingerprint: contract.fingerprint, descriptor: contract.encoded())
    }
}
