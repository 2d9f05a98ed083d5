/// Another plan while the suite runs: verticals come and go, and what ties them changes. No process is touched by that itself.
///
/// Invariants: each vertical stands in `names` behind what it uses; one that is not in the plan any more stays, with what it uses, until
/// it is down and ``forget(_:now:random:)`` is called.
extension SuiteMachine {
    /// The lives of a plan's verticals, before the first has begun.
    public init(_ plan: SuitePlan) {
        let shape: SuiteShape = plan.shape
        self.init(
            names: shape.names, policies: plan.policies, providers: shape.providers, groups: shape.groups, onDemand: shape.onDemand)
    }

    /// A vertical that is on its way to another state, so that a plan would meet it half-way; nil where all are at rest.
    public var unsettled: String? {
        names.first { name in
            guard let child: ChildMachine = children[name] else { return false }
            return isReplacing(name) || wishes[name] != nil || [.starting, .draining, .stopping].contains(child.state)
        }
    }

    /// Whether nobody has started or stopped it since it is there.
    public func hasNeverRun(_ name: String) -> Bool {
        children[name]?.state == .stopped && children[name]?.generation == 0 && !held.contains(name)
    }

    /// What a change comes to for a vertical in its present state.
    public func outcome(of change: SuiteChange, isAtLaunch: Bool) -> SuiteChange {
        guard let child: ChildMachine = children[change.name], ![.start, .stop].contains(change.kind) else { return change }
        func becomes(_ kind: SuiteChange.Kind) -> SuiteChange { SuiteChange(name: change.name, kind: kind, reasons: change.reasons) }
        switch child.state {
        case .stopped where isAtLaunch && hasNeverRun(change.name) && !isDormant(change.name): return .notStartedYet(change.name)
        case .stopped: return becomes(isAtLaunch && isDormant(change.name) ? .start : .adjust)
        case .ready: return change
        default: return change.kind == .replace ? becomes(.restart) : change
        }
    }

    /// Takes what ties the verticals of another plan. Those that it has beside the present ones are stopped; those that it does not
    /// have stand behind all others.
    /// - Parameter policies: of new verticals; others keep theirs until ``govern(_:by:)`` or ``govern(_:byNext:)``.
    public mutating func take(
        _ shape: SuiteShape, policies: [String: ChildPolicy], now: Duration, random: inout some RandomNumberGenerator
    ) -> [Action] {
        let leaving: [String] = names.filter { !shape.names.contains($0) }
        let former: [String: [String]] = providers.filter { leaving.contains($0.key) }
        names = shape.names + leaving
        setProviders(shape.providers.merging(former) { next, _ in next })
        groups = GroupTree(shape.groups)
        groupRestarts = groupRestarts.filter { groups[$0.key]?.intensity != nil }
        onDemand = shape.onDemand
        for name: String in names where children[name] == nil { children[name] = ChildMachine(policy: policies[name] ?? ChildPolicy()) }
        return governFailed() + settle(now: now, random: &random)
    }

    /// What has failed is tried again, or stays down, as the new plan says; where it says what the one before said, nothing changes.
    private mutating func governFailed() -> [Action] {
        names.flatMap { name -> [Action] in
            // As long as it is in that group.
            let group: LauncherGroup? = groups.around(name).first { $0.name == children[name]?.failedGroup }
            let failed: ChildPolicy.Failed? = group.map { (groups.outcome(ofFailed: $0) ?? .retry) == .retry ? .retry : .stay }
            let actions: [ChildAction] = children[name]?.govern(failed: failed) ?? []
            return actions.map { Action.child(name, .current, $0) }
        }
    }

    /// Governs a child by another policy from now on.
    public mutating func govern(_ name: String, by policy: ChildPolicy) {
        nextPolicies[name] = nil
        children[name]?.policy = policy
    }

    /// Governs a child by another policy from its next process on: the one that runs was told the present one.
    public mutating func govern(_ name: String, byNext policy: ChildPolicy) { nextPolicies[name] = policy }

    /// Lets go of a vertical that is down. What was stopped because it had failed comes back.
    public mutating func forget(_ name: String, now: Duration, random: inout some RandomNumberGenerator) -> [Action] {
        guard let child: ChildMachine = children[name], child.isDown, !isReplacing(name) else { return [] }
        let tied: Set<String> = fallen.removeValue(forKey: name) ?? []
        forgetWishes(of: name)
        rise(name)
        names.removeAll { $0 == name }
        setProviders(providers.filter { $0.key != name }.mapValues { $0.filter { $0 != name } })
        children[name] = nil
        nextPolicies[name] = nil
        return bringBack(tied, now: now, random: &random) + settle(now: now, random: &random)
    }
}

/// What ties the verticals of a plan.
public struct SuiteShape: Hashable, Sendable {
    /// The processes in the order in which they start.
    public var names: [String]
    /// The verticals that each uses, by name; without circles.
    public var providers: [String: [String]]
    /// Of processes.
    public var groups: [LauncherGroup]
    /// Those that the first connection starts.
    public var onDemand: Set<String>

    public init(names: [String], providers: [String: [String]], groups: [LauncherGroup] = [], onDemand: Set<String> = []) {
        self.names = names
        self.providers = providers
        self.groups = groups
        self.onDemand = onDemand
    }
}

extension SuitePlan {
    public var shape: SuiteShape {
        let processes: [Vertical] = processes
        return SuiteShape(
            names: processes.map(\.name), providers: Dictionary(uniqueKeysWithValues: processes.map { ($0.name, providers(of: $0.name)) }),
            groups: groups.map(grouping), onDemand: Set(processes.filter { $0.launcher.start == .onDemand }.map(\.name)))
    }

    /// The policies of the processes, by name.
    public var policies: [String: ChildPolicy] { Dictionary(uniqueKeysWithValues: processes.map { ($0.name, $0.launcher.policy) }) }

    /// The same group of processes.
    private func grouping(_ group: LauncherGroup) -> LauncherGroup {
        var group: LauncherGroup = group
        group.members = group.members.flatMap { self[$0]?.processes.map(\.name) ?? [$0] }
        return group
    }
}
