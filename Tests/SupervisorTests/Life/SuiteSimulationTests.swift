import Foundation
import SupervisorCore
import Testing

@Suite("Life of a suite", .timeLimit(.minutes(5)))
struct SuiteSimulationTests {
    /// Whether each vertical stands behind what it uses, and all are there.
    private static func isOrdered(_ names: [String]) -> Bool {
        names.count == 5
            && SimulatedSuite.providers.allSatisfy { consumer, providers in
                providers.allSatisfy { names.firstIndex(of: $0) ?? 9 < names.firstIndex(of: consumer) ?? -1 }
            }
    }

    @Test("starts behind what is used, stops before it")
    func order() {
        var world: SimulatedSuite = SimulatedSuite(seed: 0, chaos: false)
        world.start(world.machine.names)
        world.run(for: .seconds(60))
        #expect(world.machine.children.values.allSatisfy { $0.state == .ready })
        #expect(Self.isOrdered(world.readyOrder))
        world.stop(world.machine.names)
        world.run(for: .seconds(60))
        #expect(world.machine.isDown)
        #expect(Self.isOrdered(world.exitOrder.reversed()))
    }

    @Test("starting one starts what it uses, and no more")
    func startOne() {
        var world: SimulatedSuite = SimulatedSuite(seed: 0, chaos: false)
        world.start(["records"])
        world.run(for: .seconds(60))
        #expect(world.machine.children.filter { $0.value.state == .ready }.keys.sorted() == ["auth", "maps", "records"])
    }

    @Test("restarting all ends consumers first and starts providers first")
    func restartAll() {
        var world: SimulatedSuite = SimulatedSuite(seed: 0, chaos: false)
        world.start(world.machine.names)
        world.run(for: .seconds(60))
        world.readyOrder = []
        world.restart(world.machine.names)
        world.run(for: .seconds(60))
        #expect(world.machine.children.values.allSatisfy { $0.state == .ready && $0.generation == 2 && $0.restarts == 0 })
        #expect(Self.isOrdered(world.exitOrder.reversed()))
        #expect(Self.isOrdered(world.readyOrder))
    }

    @Test(
        "a group shares the fate of its members",
        arguments: [
            (LauncherGroup.Strategy.oneForOne, [1, 2, 1]), (.oneForAll, [2, 2, 2]), (.restForOne, [1, 2, 2]),
        ])
    func groups(strategy: LauncherGroup.Strategy, generations: [UInt64]) {
        let group: LauncherGroup = LauncherGroup(name: "g", strategy: strategy, members: ["a", "b", "c"])
        var world: SimulatedSuite = SimulatedSuite(names: ["a", "b", "c"], providers: [:], groups: [group])
        world.start(world.machine.names)
        world.run(for: .seconds(60))
        world.crash("b")
        world.run(for: .seconds(60))
        #expect(world.machine.names.map { world.machine.children[$0]?.generation } == generations.map { $0 })
        #expect(world.machine.children.values.allSatisfy { $0.state == .ready })
    }

    @Test("an idle vertical on demand keeps nobody waiting, and a stopped one stays stopped")
    func onDemand() {
        var world: SimulatedSuite = SimulatedSuite(names: ["maps", "records"], providers: ["records": ["maps"]], onDemand: ["maps"])
        world.start(["records"])
        world.run(for: .seconds(60))
        #expect(world.machine.children["records"]?.state == .ready)
        #expect(world.machine.isDormant("maps") && !world.machine.isUnavailable("maps"))
        world.stop(["maps"])
        #expect(!world.machine.isDormant("maps") && world.machine.isUnavailable("maps"))
    }

    @Test("a group that has fallen comes back with the one that has failed")
    func fallenGroup() {
        let group: LauncherGroup = LauncherGroup(name: "g", strategy: .oneForAll, members: ["a", "b", "c"])
        var world: SimulatedSuite = SimulatedSuite(names: ["a", "b", "c"], providers: [:], groups: [group])
        world.start(world.machine.names)
        world.run(for: .seconds(10))
        world.stop(["c"])
        world.run(for: .seconds(10))
        for _: Int in 0..<6 {
            world.crash("b")
            world.run(for: .seconds(4))
        }
        #expect(world.machine.names.map { world.machine.children[$0]?.state } == [.stopped, .failed, .stopped])
        world.run(for: .seconds(90))
        #expect(world.machine.names.map { world.machine.children[$0]?.state } == [.ready, .ready, .stopped], "c was stopped by hand")
    }

    @Test("a permanent one that goes in order takes its group along, and a temporary one nobody, however it ends")
    func policiesOfGroups() {
        let cases: [(restart: ChildPolicy.Restart, exit: ChildExit, generations: [UInt64])] = [
            (.permanent, .exited(0), [2, 2, 2]), (.permanent, .exited(1), [2, 2, 2]), (.transient, .exited(0), [1, 1, 1]),
            (.transient, .exited(1), [2, 2, 2]), (.temporary, .exited(0), [1, 1, 1]), (.temporary, .signalled(9), [1, 1, 1]),
        ]
        for (restart, exit, generations): (ChildPolicy.Restart, ChildExit, [UInt64]) in cases {
            var policy: ChildPolicy = ChildPolicy()
            policy.restart = restart
            var world: SimulatedSuite = SimulatedSuite(
                names: ["a", "b", "c"], policies: ["b": policy], providers: [:],
                groups: [LauncherGroup(name: "g", strategy: .oneForAll, members: ["a", "b", "c"])])
            world.start(world.machine.names)
            world.run(for: .seconds(60))
            world.crash("b", with: exit)
            world.run(for: .seconds(30))
            #expect(world.machine.names.map { world.machine.children[$0]?.generation } == generations, "\(restart) \(exit)")
            #expect(["a", "c"].allSatisfy { world.machine.children[$0]?.state == .ready }, "\(restart) \(exit)")
        }
    }

    @Test("whatever happens: one process each, bounded restarts, an end; SIMULATION_SEED=N replays one")
    func chaos() async {
        let fault: String? = await Self.firstFault { Self.chaosFaults(seed: $0) }
        #expect(fault == nil, "\(fault ?? "")")
    }

    @Test("whatever has happened: once all is in order again, all that is to run runs by itself; SIMULATION_SEED=N replays one")
    func recovers() async {
        let fault: String? = await Self.firstFault { Self.recoveryFaults(seed: $0) }
        #expect(fault == nil, "\(fault ?? "")")
    }

    @Test("a machine that stood still has nobody restarted")
    func standstill() {
        #expect((0..<500 as Range<UInt64>).first { !Self.orderFaults(seed: $0, bug: nil).isEmpty } == nil)
    }

    @Test("each bug that is put in on purpose is found", arguments: SimulatedSuite.Bug.allCases)
    func planted(_ bug: SimulatedSuite.Bug) {
        let found: UInt64? = (0..<500 as Range<UInt64>).first { seed in
            !Self.chaosFaults(seed: seed, bug: bug).isEmpty || !Self.orderFaults(seed: seed, bug: bug).isEmpty
        }
        #expect(found != nil)
    }

    /// The first seed that shows a fault, with what it is. On a thread of its own: tests that wait for something go on beside it.
    private static func firstFault(_ faults: @escaping @Sendable (UInt64) -> [String]) async -> String? {
        let given: UInt64? = ProcessInfo.processInfo.environment["SIMULATION_SEED"].flatMap { UInt64($0) }
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let seeds: Range<UInt64> = given.map { $0..<$0 + 1 } ?? 0..<5_000
                let found: UInt64? = seeds.first { !faults($0).isEmpty }
                continuation.resume(returning: found.map { "SIMULATION_SEED=\($0): \(faults($0)[0])" })
            }
        }
    }

    private static func chaosFaults(seed: UInt64, bug: SimulatedSuite.Bug? = nil) -> [String] {
        var world: SimulatedSuite = disturbed(
            seed: seed, restarts: ChildPolicy.Restart.allCases, endings: LauncherGroup.Failed.allCases, bug: bug)
        world.goDown()
        world.run(for: .seconds(600)) { world in world.machine.isDown && world.processes.values.allSatisfy(\.isEmpty) }
        var faults: [String] = world.violations
        if !world.machine.isDown { faults.append("not down: \(world.machine.children.mapValues(\.state))") }
        if !world.processes.values.allSatisfy(\.isEmpty) { faults.append("processes are left: \(world.processes)") }
        return faults
    }

    private static func recoveryFaults(seed: UInt64) -> [String] {
        var world: SimulatedSuite = disturbed(seed: seed, restarts: [.permanent], endings: [.retry], bug: nil)
        world.run(for: .seconds(600)) { $0.leaving.isEmpty }
        world.start(world.machine.names)
        world.crash("maps")
        world.run(for: .milliseconds(2_500))
        world.calmDown()
        // Longer than what has failed a few times is left alone.
        world.run(for: .seconds(3_600)) { world in world.machine.children.values.allSatisfy { $0.state == .ready } }
        let isWell: Bool = world.machine.children.values.allSatisfy { $0.state == .ready }
        return world.violations + (isWell ? [] : ["not ready: \(world.machine.children.mapValues(\.state))"])
    }

    private static func orderFaults(seed: UInt64, bug: SimulatedSuite.Bug?) -> [String] {
        var world: SimulatedSuite = SimulatedSuite(seed: seed, chaos: false)
        world.bug = bug
        world.start(world.machine.names)
        world.run(for: .milliseconds(Int.random(in: 1...20_000, using: &world.random)))
        world.standStill(for: .milliseconds(Int.random(in: 1...4_000_000, using: &world.random)))
        world.run(for: .seconds(60))
        let restarted: [String] = world.machine.names.filter { world.machine.children[$0]?.restarts != 0 }
        return world.violations + (restarted.isEmpty ? [] : ["the machine stood still, and \(restarted) were restarted for it"])
    }

    /// A suite that was treated badly for a while.
    private static func disturbed(
        seed: UInt64, restarts: [ChildPolicy.Restart], endings: [LauncherGroup.Failed], bug: SimulatedSuite.Bug?
    ) -> SimulatedSuite {
        var world: SimulatedSuite = SimulatedSuite(seed: seed, chaos: true, restarts: restarts, endings: endings)
        world.bug = bug
        world.start(world.machine.names)
        for _: Int in 0..<40 {
            world.run(for: .milliseconds(Int.random(in: 1...4_000, using: &world.random)))
            world.disturb()
            if Int.random(in: 0..<200, using: &world.random) == 0 { world.handOver() }
        }
        return world
    }
}
