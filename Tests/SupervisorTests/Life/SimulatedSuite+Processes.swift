@testable import SupervisorCore

/// The processes of a simulated suite: how they are made, what they do, and how they end.
extension SimulatedSuite {
    mutating func spawn(_ name: String, _ generation: UInt64, _ seat: Seat) {
        if processes[name]?[generation] != nil { violations.append("a second process of generation \(generation) of \(name)") }
        if seat == .last { violations.append("\(name) is started where it leaves") }
        let others: [String] = machine.instances(of: InstanceName.vertical(of: name)).filter { $0 != name }
        if others.contains(where: { processes[$0]?[generation] != nil }) {
            violations.append("\(name) and another process of its vertical have the number \(generation)")
        }
        if seat == .current { violations += ledger.started(name, isLeaving: machine.wishes[name] == .stop) }
        // One that has crashed comes back at once, whether or not what it uses is there.
        let restarts: Int = machine.children[name]?.restarts ?? 0
        let before: Int? = startedAfter[name]
        for provider: String in machine.missing(for: name) where !chaos && seat == .current && restarts == startedAfter[name, default: 0] {
            violations.append("\(name) before \(provider)")
        }
        startedAfter[name] = restarts
        unmade.remove(name)
        if misfits.contains(name) { return feed(.programRefused("does not fit"), name, seat) }
        switch chaos ? Int.random(in: 0..<20, using: &random) : 19 {
        case 0:
            unmade.insert(name)
            return feed(.spawnFailed("no such file"), name, seat)
        case 1:
            // It is the same start once there is memory again.
            startedAfter[name] = before
            unmade.insert(name)
            return feed(.spawnDelayed("no memory"), name, seat)
        default: break
        }
        nextID += 1
        let process: Int32 = Int32(nextID)
        processes[name, default: [:]][generation] = process
        feed(.spawned(pid: process), name, seat)
        let toReady: Int = .random(in: 1...2_000, using: &random)
        switch chaos ? Int.random(in: 0..<10, using: &random) : 9 {
        case 0: break
        case 1: later(.milliseconds(toReady), .child(name, .exited(.exited(1)), process: process))
        default: later(.milliseconds(toReady), .child(name, .notifiedReady, process: process))
        }
    }

    mutating func signalled(_ signal: ChildSignal, _ name: String, _ seat: Seat) {
        guard let generation: UInt64 = machine.child(name, at: seat)?.generation, let process: Int32 = processes[name]?[generation] else {
            return
        }
        let ignores: Bool = chaos && signal != .kill && Int.random(in: 0..<5, using: &random) == 0
        guard !ignores else { return }
        let exit: ChildExit = signal == .terminate ? .exited(0) : .signalled(9)
        later(.milliseconds(Int.random(in: 0...500, using: &random)), .child(name, .exited(exit), process: process))
    }

    /// Notes where a process ends by itself, for the group that counts it.
    mutating func noteEnd(_ event: ChildEvent, _ name: String, _ seat: Seat) -> Bool {
        guard seat == .current, let child: ChildMachine = machine.children[name] else { return false }
        let isAsked: Bool = (child.state == .draining || child.state == .stopping) && (child.ending == .stop || child.ending == .restart)
        switch event {
        case .exited where !isAsked: break
        case .spawnFailed where child.state == .starting: break
        default: return false
        }
        // Another is there already, or was to be anyway: no group counts this end, and it ties fates all the same.
        guard !machine.isTakenOver(name), machine.wishes[name] == nil else {
            if machine.wishes[name] != .stop { ledger.forgetTied(to: name) }
            return false
        }
        ledger.ended(name, at: now)
        return true
    }

    /// One that does not come back now comes back because somebody asks, or its group begins anew.
    mutating func forgetEnd(_ isEnd: Bool, _ name: String) {
        if isEnd, ![.starting, .backingOff].contains(machine.children[name]?.state) { ledger.staysDown(name) }
    }
}
