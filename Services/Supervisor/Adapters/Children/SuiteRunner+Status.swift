import ColonnadeSystemIO
import SupervisorCore

/// What people are told of a process.
extension SuiteRunner {
    func status(of name: String) -> VerticalStatus? {
        guard let slot: ChildSlot = slots[name], let child: ChildMachine = machine.children[name] else { return nil }
        let enforcement: Enforcement = enforcement(of: name)
        // A daemon may say of itself no more than what its state says.
        let said: String? = slot.status == child.state.rawValue ? nil : slot.status
        return VerticalStatus(
            name: shownName(of: name), state: VerticalState(child.state), pid: child.pid.map { Int($0) }, generation: child.generation,
            restarts: child.restarts, since: slot.since, reason: reason(of: name, child) ?? said, others: others(of: name),
            enforced: enforcement.kept, notEnforced: enforcement.notKept)
    }

    private func reason(of name: String, _ child: ChildMachine) -> String? {
        if child.state == .waiting { return "waits for \(machine.missing(for: name).joined(separator: ", "))" }
        if machine.isDormant(name) { return VerticalStatus.dormantReason }
        if child.state == .stopped, let cause: String = machine.fellWith(name) {
            return "was stopped because \(shownName(of: cause)) has failed"
        }
        return child.reason
    }
}
