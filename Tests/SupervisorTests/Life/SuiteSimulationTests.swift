import SupervisorCore
import Testing

@Suite("Life of a suite")
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

    @Test("whatever happens: one process each, bounded restarts, an end", arguments: 0..<150 as Range<UInt64>)
    func chaos(seed: UInt64) {
        var world: SimulatedSuite = Self.disturbed(seed: seed)
        world.stop(world.machine.names)
        world.run(for: .seconds(120))
        #expect(world.violations == [], "seed \(seed)")
        #expect(world.machine.isDown, "seed \(seed): \(world.machine.children.mapValues(\.state))")
        #expect(world.processes.values.allSatisfy { $0.isEmpty }, "seed \(seed)")
    }

    @Test("whatever has happened: once all is in order again, all that is to run runs by itself", arguments: 0..<150 as Range<UInt64>)
    func recovers(seed: UInt64) {
        var world: SimulatedSuite = Self.disturbed(seed: seed)
        world.start(world.machine.names)
        world.crash("maps")
        world.run(for: .milliseconds(2_500))
        world.calmDown()
        // Longer than what has failed a few times is left alone.
        world.run(for: .seconds(3_600))
        #expect(world.violations == [], "seed \(seed)")
        #expect(
            world.machine.children.values.allSatisfy { $0.state == .ready }, "seed \(seed): \(world.machine.children.mapValues(\.state))")
    }

    /// A suite that was treated badly for a while.
    private static func disturbed(seed: UInt64) -> SimulatedSuite {
        var world: SimulatedSuite = SimulatedSuite(seed: seed, chaos: true)
        world.start(world.machine.names)
        for _: Int in 0..<40 {
            world.run(for: .milliseconds(Int.random(in: 1...4_000, using: &world.random)))
            world.disturb()
        }
        return world
    }
}
