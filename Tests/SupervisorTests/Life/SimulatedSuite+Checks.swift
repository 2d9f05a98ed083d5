@testable import SupervisorCore

extension SimulatedSuite {
    /// What is ready is watched, and what has failed is tried again: nothing waits for nobody.
    mutating func checkTimers() {
        for name: String in machine.names {
            for seat: Seat in Seat.allCases {
                guard let child: ChildMachine = machine.child(name, at: seat), let timer: ChildTimer = Self.timer(of: child.state),
                    timers[name]?[seat]?[timer] == nil, child.state != .failed || !staysDown(name, child)
                else { continue }
                violations.append("\(name) is \(child.state.rawValue) at \(seat) without its timer")
            }
            if machine.successors[name] != nil, machine.predecessors[name] != nil { violations.append("\(name) is replaced twice at once") }
        }
    }

    private static func timer(of state: ChildState) -> ChildTimer? {
        switch state {
        case .starting: .start
        case .ready: .watchdog
        case .draining: .grace
        case .backingOff: .backoff
        case .failed: .retry
        default: nil
        }
    }

    /// One whose process could not be made waits, and is not blamed for it.
    mutating func checkShortage(of name: String, at seat: Seat, _ former: SuiteMachine) {
        guard let before: ChildMachine = former.child(name, at: seat), let after: ChildMachine = machine.child(name, at: seat),
            before.state == .starting
        else { return }
        if after.restarts != before.restarts || after.state == .failed || after.generation >= before.generation {
            violations.append("\(name) was blamed for a shortage")
        }
    }

    /// A group that begins anew counts from 0, and so do those in it; and each of its verticals begins, but for those that nobody wants.
    mutating func checkRenewal(of group: String) {
        checkCounts(in: group)
        for name: String in machine.groups.verticals(in: group) where machine.wishes[name] != .restart && !machine.held.contains(name) {
            guard let child: ChildMachine = machine.children[name], [.stopped, .ready, .failed].contains(child.state) || child.isLeaving
            else { continue }
            if !machine.hasNeverRun(name) { violations.append("\(name) is \(child.state.rawValue), and its group begins anew") }
        }
    }

    /// A group that has failed is stopped, all of it.
    mutating func checkFailure(of group: String) {
        checkCounts(in: group)
        for name: String in machine.groups.verticals(in: group) where machine.wishes[name] != .stop {
            guard let child: ChildMachine = machine.children[name], !child.isDown, !child.isLeaving else { continue }
            violations.append("\(name) is \(child.state.rawValue), and its group has failed")
        }
    }

    private mutating func checkCounts(in group: String) {
        for each: String in machine.groups.groups(in: group) where machine.restarts(of: each, now: now) > 0 {
            violations.append("group \(each) counts what was before")
        }
    }

    /// Whether what has failed may be left alone for good.
    private func staysDown(_ name: String, _ child: ChildMachine) -> Bool {
        child.policy.restart == .temporary || machine.groups.around(name).contains { $0.failed == .stay || $0.failed == .down }
    }
}
