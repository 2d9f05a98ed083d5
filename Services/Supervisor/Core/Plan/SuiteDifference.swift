/// What carrying out another plan takes: a change for each vertical that is not as it was, and the order of them.
public struct SuiteDifference: Hashable, Sendable {
    /// What starts or changes, in the order of starting; then what stops, consumers first.
    public private(set) var changes: [SuiteChange]
    /// Those that stop behind the changes, because one that used them serves until its next process is ready.
    private let late: Set<String>

    /// - Parameter old: with the programs as they run, in the order of starting.
    public init(from old: SuitePlan, to new: SuitePlan) {
        changes = new.processes.compactMap { Self.change(of: $0, old, new) }
        let moving: Set<String> = Set(changes.filter { $0.kind == .replace || $0.kind == .restart }.map(\.name))
        var late: Set<String> = []
        for vertical: SuitePlan.Vertical in old.verticals.reversed() where new[vertical.name] == nil {
            let instance: InstanceName = InstanceName(vertical.name)
            let remaining: SuitePlan.Vertical? = new[instance.vertical]
            let reason: String = remaining.map { "instances: \($0.launcher.instances)" } ?? "it is not in the launcher file any more"
            changes.append(SuiteChange(name: vertical.name, kind: .stop, reasons: [reason]))
            let isUsed: Bool = old.verticals.contains { consumer in
                (moving.contains(consumer.name) || late.contains(consumer.name))
                    && old.providers(of: consumer.name).contains(instance.vertical)
            }
            if isUsed { late.insert(vertical.name) }
        }
        self.late = late
    }

    private static func change(of vertical: SuitePlan.Vertical, _ old: SuitePlan, _ new: SuitePlan) -> SuiteChange? {
        let name: String = vertical.name
        guard let former: SuitePlan.Vertical = old[name] else {
            let instance: InstanceName = InstanceName(name)
            if !instance.isFirst, vertical.launcher.start == .atLaunch, old[instance.vertical] != nil {
                return SuiteChange(name: name, kind: .start, reasons: ["instances: \(new[instance.vertical]?.launcher.instances ?? 1)"])
            }
            return vertical.launcher.start == .atLaunch
                ? SuiteChange(name: name, kind: .start, reasons: ["it is new"])
                : SuiteChange(name: name, kind: .adjust, reasons: ["it is new, and its first call starts it"])
        }
        let difference: VerticalDifference = VerticalDifference(name, old, new)
        let reasons: [String] = difference.ofProcess + difference.beside
        guard !reasons.isEmpty else { return nil }
        guard !difference.ofProcess.isEmpty else { return SuiteChange(name: name, kind: .adjust, reasons: reasons) }
        let isAlone: Bool = [former, vertical].contains { $0.launcher.program != nil || $0.description.handover == .exclusive }
        return SuiteChange(name: name, kind: isAlone ? .restart : .replace, reasons: reasons)
    }

    /// The same for a suite in its present state: what does not run is not replaced, and what has never run is started.
    /// - Parameter new: the plan that is carried out.
    public func applied(to machine: SuiteMachine, _ new: SuitePlan) -> SuiteDifference {
        var applied: SuiteDifference = self
        applied.changes = changes.map { machine.outcome(of: $0, isAtLaunch: new[$0.name]?.launcher.start == .atLaunch) }
        let processes: [SuitePlan.Vertical] = new.processes
        for (index, vertical): (Int, SuitePlan.Vertical) in processes.enumerated() {
            guard vertical.launcher.start == .atLaunch, machine.hasNeverRun(vertical.name),
                !changes.contains(where: { $0.name == vertical.name })
            else { continue }
            let later: Set<String> = Set(processes[index...].map(\.name))
            let place: Int = applied.changes.firstIndex { later.contains($0.name) || $0.kind == .stop } ?? applied.changes.count
            applied.changes.insert(.notStartedYet(vertical.name), at: place)
        }
        return applied
    }

    /// What is done one after the other. Ends come first, so that what takes their place finds it free; what holds without a process
    /// holds before the first step.
    public var steps: [ReloadStep] {
        let stops: [String] = changes.filter { $0.kind == .stop }.map(\.name)
        let (early, last): ([String], [String]) = (stops.filter { !late.contains($0) }, stops.filter(late.contains))
        return (early.isEmpty ? [] : [.stop(early)])
            + changes.filter { ![.stop, .adjust].contains($0.kind) }.map { .change($0) }
            + (last.isEmpty ? [] : [.stop(last)])
    }
}
