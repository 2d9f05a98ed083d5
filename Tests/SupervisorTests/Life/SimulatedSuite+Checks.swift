@testable import SupervisorCore

extension SimulatedSuite {
    /// What is ready is watched, and what has failed is tried again: nothing waits for nobody.
    mutating func checkTimers() {
        let needed: [(state: ChildState, timer: ChildTimer)] = [
            (.starting, .start), (.ready, .watchdog), (.draining, .grace), (.backingOff, .backoff), (.failed, .retry),
        ]
        for name: String in machine.names {
            for seat: Seat in Seat.allCases {
                guard let child: ChildMachine = machine.child(name, at: seat) else { continue }
                for (state, timer): (ChildState, ChildTimer) in needed where child.state == state && timers[name]?[seat]?[timer] == nil {
                    if state == .failed, staysDown(name, child) { continue }
                    violations.append("\(name) is \(state.rawValue) at \(seat) without its timer")
                }
            }
            if machine.successors[name] != nil, machine.predecessors[name] != nil { violations.append("\(name) is replaced twice at once") }
        }
    }

    /// Whether what has failed may be left alone for good.
    private func staysDown(_ name: String, _ child: ChildMachine) -> Bool {
        child.policy.restart == .temporary || machine.groups.around(name).contains { $0.failed == .stay || $0.failed == .down }
    }
}
