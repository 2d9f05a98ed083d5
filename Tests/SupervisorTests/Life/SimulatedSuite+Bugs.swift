@testable import SupervisorCore

/// Bugs that are put into what the machine knows of its groups.
extension SimulatedSuite {
    /// Has the machine take an event, with the bug where there is one.
    mutating func handled(_ event: ChildEvent, of name: String, at seat: Seat) -> [SuiteMachine.Action] {
        let former: SuiteMachine = machine
        let isShortage: Bool = if case .spawnDelayed = event { true } else { false }
        let told: ChildEvent = isShortage && bug == .blamesForShortage ? .spawnFailed("no memory") : event
        let actions: [SuiteMachine.Action] = machine.handle(told, of: name, at: seat, now: now, random: &random)
        if isShortage { checkShortage(of: name, at: seat, former) }
        guard let bug else { return actions }
        switch bug {
        case .forgetsToCount: machine.groupRestarts = [:]
        case .countsForEver: machine.groupRestarts.merge(former.groupRestarts) { now, _ in now }
        default: for action: SuiteMachine.Action in actions { spoil(action, former, by: bug) }
        }
        return actions
    }

    private mutating func spoil(_ action: SuiteMachine.Action, _ former: SuiteMachine, by bug: Bug) {
        switch (bug, action) {
        case (.forgetsToEscalate, .renewed(_, let outer, _)): machine.groupRestarts[outer] = former.groupRestarts[outer]
        case (.renewsOnlyOne, .renewed), (.failsAlone, .groupFailed): machine.wishes = former.wishes
        default: break
        }
    }
}
