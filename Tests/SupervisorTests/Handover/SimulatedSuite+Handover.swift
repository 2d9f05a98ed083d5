import Foundation
import SupervisorCore

extension SimulatedSuite {
    /// Has another program take the suite over, by the bytes that a supervisor would hand it. Nothing may change by that.
    mutating func handOver() {
        guard machine.replaced.isEmpty else { return }
        let before: SuiteMachine = machine
        do throws(HandoverError) {
            let read: SuiteHandover = try SuiteHandover.read(SuiteHandover(machine).encoded())
            try machine.resume(
                Dictionary(
                    uniqueKeysWithValues: read.verticals.map { handed in
                        (handed.name, (handed.life, SuiteMachine.Ties(wish: handed.wish, isHeld: handed.isHeld, fallen: handed.fallen)))
                    }), restarts: read.restarts)
            if SuiteHandover(machine).groups.map({ $0.encoded() }) != SuiteHandover(before).groups.map({ $0.encoded() }) {
                violations.append("the groups count otherwise now")
            }
        } catch {
            violations.append("the suite was not taken over: \(error)")
        }
        for name: String in before.names {
            // What is written again is the same: a supervisor's clock counts nanoseconds, and the simulated one less than that.
            if machine.children[name]?.handover.encoded() != before.children[name]?.handover.encoded() {
                violations.append("\(name) has another life now")
            }
            if machine.ties(of: name) != before.ties(of: name) { violations.append("\(name) has other ties now") }
        }
    }
}

extension SuiteHandover {
    /// A machine's suite with descriptors that are none.
    init(_ machine: SuiteMachine) {
        var number: Int = 10
        func next() -> Int {
            number += 1
            return number
        }
        let verticals: [VerticalHandover] = machine.names.compactMap { name in
            guard let child: ChildMachine = machine.children[name] else { return nil }
            let ties: SuiteMachine.Ties = machine.ties(of: name)
            return VerticalHandover(
                name: name, executable: "/usr/bin/svc-\(name)", description: [], identity: "1",
                account: AccountHandover(kind: "own", user: 900_000, group: 900_000), notify: next(), life: child.handover,
                process: ProcessHandover(
                    firstLine: 3, started: .seconds(7), status: "well", isAsked: false,
                    timers: child.neededTimer.map { [TimerHandover(timer: $0.rawValue, due: .seconds(9), length: .seconds(5))] } ?? [],
                    edges: [EdgeHandover(consumer: "operator", socket: name)]),
                outputs: [OutputHandover(descriptor: next(), generation: child.generation, rest: Array("half a li".utf8), isPresent: true)],
                logLines: 12,
                since: Date(timeIntervalSince1970: 1),
                ends: [
                    EndHandover(generation: 1, code: 9, isSignal: true, date: Date(timeIntervalSince1970: 2), isCrash: true, report: "a-1")
                ], wish: ties.wish, isHeld: ties.isHeld, fallen: ties.fallen)
        }
        self.init(
            ticket: "t", incarnation: 2, launcherPath: "/srv/a.yml", launcherText: "launcher: a", isForced: false, isUp: true, lock: 3,
            openFiles: OpenFilesHandover(soft: 1_024, hard: 4_096),
            sockets: machine.names.map { SocketHandover(path: "/run/\($0).sock", descriptor: next()) }, verticals: verticals,
            launch: [ActivationHandover(vertical: "a", board: "home", input: "{}")], crashes: ["a-1"],
            groups: machine.countedRestarts.sorted { $0.key < $1.key }.map { GroupHandover(name: $0.key, restarts: $0.value) })
    }
}
