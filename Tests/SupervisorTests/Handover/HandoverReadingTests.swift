import ColonnadeWorld
import Foundation
import SupervisorCore
import Testing

/// What a supervisor's next program is given is read like anything that comes from elsewhere.
@Suite("Reading a handover", .timeLimit(.minutes(5)))
struct HandoverReadingTests {
    private static let good: SuiteHandover = {
        var world: SimulatedSuite = SimulatedSuite(seed: 3, chaos: false)
        world.start(world.machine.names)
        world.run(for: .seconds(60))
        return SuiteHandover(world.machine)
    }()

    private static func with(
        version: Int = 1, lock: Int = good.lock, path: String = good.launcherPath, groups: [GroupHandover] = [],
        _ change: (VerticalHandover) -> VerticalHandover = { $0 }
    ) -> SuiteHandover {
        SuiteHandover(
            version: version, ticket: good.ticket, incarnation: good.incarnation, launcherPath: path, launcherText: good.launcherText,
            isForced: good.isForced, isUp: good.isUp, lock: lock, sockets: good.sockets,
            verticals: good.verticals.enumerated().map { $0 == 0 ? change($1) : $1 }, launch: good.launch,
            groups: groups)
    }

    private static func vertical(
        _ handed: VerticalHandover, notify: Int? = nil, account: AccountHandover? = nil, life: LifeHandover? = nil,
        timers: [TimerHandover]? = nil, firstLine: Int = 0,
        wish: String? = nil, fallen: [String] = []
    ) -> VerticalHandover {
        VerticalHandover(
            name: handed.name, executable: handed.executable, description: [], account: account ?? handed.account,
            notify: notify ?? handed.notify, life: life ?? handed.life,
            process: ProcessHandover(firstLine: firstLine, started: .zero, isAsked: false, timers: timers ?? handed.process.timers),
            outputs: handed.outputs, logLines: handed.logLines, since: handed.since, wish: wish, fallen: fallen)
    }

    private static func life(
        state: String = "ready", generation: UInt64 = 1, last: UInt64 = 1, restarts: Int = 0, pid: Int32? = 900, hasProcess: Bool = true,
        ending: String = "stop"
    ) -> LifeHandover {
        LifeHandover(
            state: state, generation: generation, lastGeneration: last, restarts: restarts, pid: pid, hasProcess: hasProcess,
            startsBehindProviders: false, ending: ending, quickFailures: 0, failures: 0, recentRestarts: [], isOnTrial: false)
    }

    /// Reads a handover and takes its lives over, as the next program does.
    private static func take(_ bytes: [UInt8]) throws(HandoverError) -> SuiteMachine {
        let read: SuiteHandover = try SuiteHandover.read(bytes)
        var machine: SuiteMachine = SimulatedSuite(seed: 0, chaos: false).machine
        var lives: [String: (life: LifeHandover, ties: SuiteMachine.Ties)] = [:]
        for handed: VerticalHandover in read.verticals {
            lives[handed.name] = (handed.life, SuiteMachine.Ties(wish: handed.wish, isHeld: handed.isHeld, fallen: handed.fallen))
        }
        try machine.resume(lives, restarts: read.restarts)
        for handed: VerticalHandover in read.verticals { _ = try ChildIdentity(handed.account) }
        return machine
    }

    @Test("whatever a suite's lives consist of is handed over, or follows from the plan; who adds something decides which")
    func complete() {
        func parts(_ whole: Any) -> Set<String> { Set(Mirror(reflecting: whole).children.compactMap(\.label)) }
        let machine: SuiteMachine = SimulatedSuite(seed: 0, chaos: false).machine
        let ofPlan: Set<String> = ["names", "providers", "consumers", "instances", "verticals", "groups", "onDemand"]
        // A suite is not handed over while one of these has an entry.
        let passing: Set<String> = ["successors", "predecessors", "nextPolicies"]
        #expect(parts(machine) == ofPlan.union(passing).union(["children", "waiting", "wishes", "held", "fallen", "groupRestarts"]))
        let handed: Set<String> = parts(Self.life())
        var life: Set<String> = parts(ChildMachine(policy: ChildPolicy())).subtracting(["policy", "concern", "ruling"])
        #expect(life.remove("record") != nil)
        #expect(life.isSubset(of: handed), "\(life.subtracting(handed))")
    }

    @Test("what was written is what is read")
    func roundTrip() throws {
        #expect(try SuiteHandover.read(Self.good.encoded()) == Self.good)
        #expect(try Self.take(Self.good.encoded()).children.values.allSatisfy { $0.state == .ready })
    }

    @Test("each thing that can not be is refused, and the reason says what")
    func refused() {
        let cases: [(handover: SuiteHandover, reason: String)] = [
            (Self.with(version: 2), "of version 2"), (Self.with(lock: 1), "descriptor"),
            (Self.with(lock: Self.good.sockets[0].descriptor), "twice"),
            (Self.with(path: "a.yml"), "names no suite"),
            (Self.with { Self.vertical($0, notify: -1) }, "descriptor"),
            (Self.with { Self.vertical($0, firstLine: 13) }, "log lines"),
            (Self.with { Self.vertical($0, account: AccountHandover(kind: "own", user: 0, group: 0)) }, "user that is none"),
            (Self.with { Self.vertical($0, account: AccountHandover(kind: "own", user: 1 << 32, group: 7)) }, "user that is none"),
            (Self.with { Self.vertical($0, account: AccountHandover(kind: "own", user: 7)) }, "user that is none"),
            (Self.with { Self.vertical($0, account: AccountHandover(kind: "everybody")) }, "unknown kind of user"),
            (Self.with { Self.vertical($0, timers: [TimerHandover(timer: "tea", due: .zero, length: .zero)]) }, "timer that is none"),
            (
                Self.with { Self.vertical($0, timers: [TimerHandover(timer: "start", due: .zero, length: .seconds(1 << 40))]) },
                "without end"
            ),
            (Self.with { Self.vertical($0, life: Self.life(state: "dancing")) }, "unknown state"),
            (Self.with { Self.vertical($0, life: Self.life(pid: 1)) }, "process id"),
            (Self.with { Self.vertical($0, life: Self.life(pid: nil)) }, "process id"),
            (Self.with { Self.vertical($0, life: Self.life(state: "stopped", pid: nil)) }, "contradicts"),
            (Self.with { Self.vertical($0, life: Self.life(generation: 2)) }, "number 2"),
            (Self.with { Self.vertical($0, life: Self.life(last: .max)) }, "counts its processes"),
            (Self.with { Self.vertical($0, life: Self.life(restarts: -1)) }, "restarts"),
            (Self.with { Self.vertical($0, life: Self.life(ending: "well")) }, "unknown way"),
            (Self.with { Self.vertical($0, wish: "more") }, "wished"), (Self.with { Self.vertical($0, fallen: ["nobody"]) }, "no vertical"),
            (Self.with(groups: [GroupHandover(name: "g", restarts: Array(repeating: .zero, count: 20_000))]), "restarts wrongly"),
        ]
        for (handover, reason): (SuiteHandover, String) in cases {
            let error: HandoverError? = #expect(throws: HandoverError.self) { _ = try Self.take(handover.encoded()) }
            #expect(error?.description.contains(reason) == true, "\(reason): \(error?.description ?? "")")
        }
    }

    @Test("bytes that were changed, cut or made up are read or refused, and break nothing")
    func hostile() {
        var random: SeededGenerator = SeededGenerator(seed: 16)
        let good: [UInt8] = Self.good.encoded()
        var taken: Int = 0
        for _: Int in 0..<4_000 {
            var bytes: [UInt8] = good
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes.removeLast(Int.random(in: 1...good.count, using: &random))
            case 1: for _: Int in 0..<4 { bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random) }
            default: bytes = (0..<Int.random(in: 0..<300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            if let machine: SuiteMachine = try? Self.take(bytes) {
                taken += 1
                // Whatever was taken goes on as a suite.
                #expect(
                    machine.children.values.allSatisfy { $0.hasProcess == [.starting, .ready, .draining, .stopping].contains($0.state) })
            }
        }
        #expect(taken > 0, "nothing of it was even read")
    }
}
