import Testing

@testable import SupervisorCore

@Suite("Life of several processes of one vertical", .timeLimit(.minutes(2)))
struct InstanceMachineTests {
    private static let names: [String] = ["maps", "maps@2", "maps@3", "records"]

    private static func suite(groups: [LauncherGroup] = [], onDemand: Set<String> = []) -> SimulatedSuite {
        SimulatedSuite(names: names, providers: ["records": ["maps"]], groups: groups, onDemand: onDemand)
    }

    private static func started() -> SimulatedSuite {
        var world: SimulatedSuite = suite()
        world.start(names)
        world.run(for: .seconds(60))
        return world
    }

    private func generations(_ world: SimulatedSuite) -> [UInt64?] { Self.names.map { world.machine.children[$0]?.generation } }

    @Test("whoever uses the vertical waits for one of its processes, and not for all")
    func first() throws {
        var world: SimulatedSuite = Self.suite()
        world.start(["records"])
        world.run(for: .seconds(60)) { $0.readyOrder.contains("records") }
        let before: [String] = Array(world.readyOrder.prefix { $0 != "records" })
        #expect(!before.isEmpty)
        world.run(for: .seconds(60))
        #expect(world.machine.children.values.allSatisfy { $0.state == .ready })
        #expect(world.violations == [])
        world.stop(["maps", "maps@2"])
        world.run(for: .seconds(60))
        #expect(world.machine.missing(for: "records") == [] && !world.machine.isDeserted("maps"))
        world.stop(["maps@3"])
        world.run(for: .seconds(60))
        #expect(world.machine.missing(for: "records") == ["maps"] && world.machine.isDeserted("maps"))
    }

    @Test("no two processes have the same number, whoever crashes and is replaced")
    func numbers() {
        var world: SimulatedSuite = Self.started()
        #expect(Set(generations(world).prefix(3)) == [1, 2, 3])
        world.crash("maps@2")
        world.run(for: .seconds(10))
        #expect(world.machine.children["maps@2"]?.generation == 4)
        #expect(world.machine.nextGeneration(of: "maps") == 5 && world.machine.nextGeneration(of: "records") == 2)
        world.replace("maps")
        world.replace("maps@3")
        world.run(for: .seconds(60))
        #expect(generations(world) == [5, 4, 6, 1])
        #expect(world.violations == [])
    }

    @Test("each restarts by itself, and what one has done wrong is not held against the others")
    func failing() {
        var world: SimulatedSuite = Self.started()
        for _: Int in 0..<6 {
            world.crash("maps@2")
            world.run(for: .seconds(4))
        }
        #expect(Self.names.map { world.machine.children[$0]?.state } == [.ready, .failed, .ready, .ready])
        #expect(Self.names.map { world.machine.children[$0]?.restarts } == [0, 5, 0, 0])
        #expect(world.machine.isUnavailable("maps@2") && !world.machine.isDeserted("maps"))
    }

    @Test("all of them end behind those that use the vertical")
    func order() {
        var world: SimulatedSuite = Self.started()
        world.stop(Self.names)
        world.run(for: .seconds(60))
        #expect(world.machine.isDown && world.exitOrder.first == "records" && world.exitOrder.count == 4)
    }

    @Test("one that waits for a connection starts where none of the others serves")
    func asleep() {
        var world: SimulatedSuite = Self.suite(onDemand: ["maps", "maps@2", "maps@3"])
        world.start(["records"])
        world.run(for: .seconds(60))
        #expect(world.machine.children["records"]?.state == .ready && world.machine.isAsleep("maps"))
        world.start(["maps@2"])
        #expect(!world.machine.isAsleep("maps"))
        world.run(for: .seconds(60))
        world.stop(["maps@2"])
        world.run(for: .seconds(60))
        #expect(world.machine.isAsleep("maps") && !world.machine.isDormant("maps@2"))
        world.stop(["maps", "maps@3"])
        #expect(!world.machine.isAsleep("maps") && world.machine.isDeserted("maps"))
    }

    @Test(
        "a group ties all that is in it; processes of one vertical stand behind none of their own",
        arguments: [(LauncherGroup.Strategy.oneForAll, [true, true, true, true]), (.restForOne, [false, true, false, true])])
    func groups(strategy: LauncherGroup.Strategy, restarted: [Bool]) {
        var world: SimulatedSuite = Self.suite(groups: [LauncherGroup(name: "g", strategy: strategy, members: Self.names)])
        world.start(Self.names)
        world.run(for: .seconds(60))
        let before: [UInt64?] = generations(world)
        world.crash("maps@2")
        world.run(for: .seconds(60))
        #expect(zip(before, generations(world)).map { $0 != $1 } == restarted)
    }

    @Test("one comes and goes while the suite runs, and those that use the vertical do not notice")
    func reload() {
        var world: SimulatedSuite = Self.started()
        let records: UInt64? = world.machine.children["records"]?.generation
        world.stop(["maps@3"])
        world.run(for: .seconds(60))
        world.forget("maps@3")
        #expect(world.machine.instances(of: "maps") == ["maps", "maps@2"] && world.machine.missing(for: "records") == [])
        #expect(world.machine.children["records"]?.generation == records)
    }
}
