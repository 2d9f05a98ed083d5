import SupervisorCore
import Testing

@Suite("Groups of a suite", .timeLimit(.minutes(2)))
struct GroupMachineTests {
    private static func group(
        _ name: String, _ strategy: LauncherGroup.Strategy, _ members: [String], _ restarts: Int? = nil,
        _ failed: LauncherGroup.Failed? = nil
    ) -> LauncherGroup {
        LauncherGroup(
            name: name, strategy: strategy, members: members,
            intensity: restarts.map { LauncherGroup.Intensity(restarts: $0, window: .seconds(10)) }, failed: failed)
    }

    /// A suite that is up.
    private static func world(
        _ names: [String], _ groups: [LauncherGroup], policies: [String: ChildPolicy] = [:], onDemand: Set<String> = []
    ) -> SimulatedSuite {
        var world: SimulatedSuite = SimulatedSuite(
            names: names, policies: policies, providers: [:], groups: groups, onDemand: onDemand)
        world.start(names.filter { !onDemand.contains($0) })
        world.run(for: .seconds(30))
        return world
    }

    private static func crash(_ world: inout SimulatedSuite, _ names: [String], with exit: ChildExit = .signalled(9), every pause: Int = 3)
    {
        for name: String in names {
            world.crash(name, with: exit)
            world.run(for: .seconds(pause))
        }
    }

    private static func states(_ world: SimulatedSuite) -> [ChildState?] { world.machine.names.map { world.machine.children[$0]?.state } }

    private static func generations(_ world: SimulatedSuite) -> [UInt64] {
        world.machine.names.map { world.machine.children[$0]?.generation ?? 0 }
    }

    @Test("a group counts the restarts of all its members together; with one more it has failed, and comes back as a whole")
    func counts() {
        var world: SimulatedSuite = Self.world(["a", "b", "c", "x"], [Self.group("g", .oneForOne, ["a", "b", "c"], 2)])
        world.stop(["c"])
        world.run(for: .seconds(2))
        Self.crash(&world, ["a", "b"])
        #expect(Self.generations(world) == [2, 2, 1, 1] && world.machine.restarts(of: "g", now: world.now) == 2)
        Self.crash(&world, ["b"])
        #expect(Self.states(world) == [.stopped, .failed, .stopped, .ready])
        #expect(
            world.machine.children["b"]?.reason
                == "was ended by signal 9 (SIGKILL); group g has restarted members 2 times within 10.0 seconds; is tried again after 60.0 seconds, or by `start`"
        )
        world.run(for: .seconds(65))
        #expect(Self.states(world) == [.ready, .ready, .stopped, .ready], "c was stopped by hand")
        #expect(world.machine.restarts(of: "g", now: world.now) == 0 && world.violations == [])
    }

    @Test("restarts that are further apart than the group's time are never too many")
    func farApart() {
        var world: SimulatedSuite = Self.world(["a", "b"], [Self.group("g", .oneForOne, ["a", "b"], 1)])
        Self.crash(&world, ["a", "b", "a", "b", "a"], every: 11)
        #expect(Self.states(world) == [.ready, .ready] && Self.generations(world) == [4, 3])
    }

    @Test(
        "what counts: each end of a permanent member, those of a transient one but for status 0, none of a temporary one",
        arguments: [
            (ChildPolicy.Restart.permanent, ChildExit.exited(0), true), (.permanent, .exited(1), true), (.transient, .exited(0), false),
            (.transient, .exited(1), true), (.temporary, .exited(1), false), (.temporary, .signalled(9), false),
        ])
    func restarts(restart: ChildPolicy.Restart, exit: ChildExit, isCounted: Bool) {
        var policy: ChildPolicy = ChildPolicy()
        policy.restart = restart
        var world: SimulatedSuite = Self.world(["a", "b"], [Self.group("g", .oneForOne, ["a", "b"], 0)], policies: ["a": policy])
        Self.crash(&world, ["a"], with: exit)
        #expect(Self.states(world)[1] == (isCounted ? .stopped : .ready))
    }

    @Test(
        "a group that has failed is a member that has ended: the group around it begins it anew, and those that it ties to it",
        arguments: [
            (LauncherGroup.Strategy.oneForOne, [1, 2, 2, 1, 1]), (.oneForAll, [2, 2, 2, 2, 2]), (.restForOne, [1, 2, 2, 2, 1]),
        ])
    func renewed(strategy: LauncherGroup.Strategy, generations: [UInt64]) {
        let groups: [LauncherGroup] = [
            Self.group("outer", strategy, ["x", "inner", "y"] + (strategy == .oneForAll ? ["z"] : []), 1),
            Self.group("inner", .oneForOne, ["a", "b"], 0),
        ]
        var world: SimulatedSuite = Self.world(["x", "a", "b", "y", "z"], groups)
        Self.crash(&world, ["b"])
        #expect(Self.generations(world) == generations && Self.states(world).allSatisfy { $0 == .ready })
        #expect(world.machine.restarts(of: "outer", now: world.now) == 1 && world.machine.restarts(of: "inner", now: world.now) == 0)
    }

    @Test("a group that begins anew has its whole intensity again; those that wait for a call, or were stopped by hand, still do")
    func anew() {
        let groups: [LauncherGroup] = [
            Self.group("outer", .oneForOne, ["inner", "x"], 2), Self.group("inner", .oneForAll, ["a", "b", "c", "d"], 1),
        ]
        var world: SimulatedSuite = Self.world(["a", "b", "c", "d", "x"], groups, onDemand: ["d"])
        world.stop(["c"])
        world.run(for: .seconds(11))
        // One is counted, one begins it anew; one is counted again.
        Self.crash(&world, ["a", "a", "a"], every: 2)
        #expect(Self.generations(world) == [4, 4, 1, 0, 1] && Self.states(world) == [.ready, .ready, .stopped, .stopped, .ready])
        #expect(world.machine.isDormant("d") && !world.machine.isDormant("c"))
        #expect(world.machine.restarts(of: "outer", now: world.now) == 1 && world.machine.restarts(of: "inner", now: world.now) == 1)
    }

    @Test("an end goes from group to group, until one may begin a member anew, or the outermost has failed")
    func escalates() {
        let groups: [LauncherGroup] = [
            Self.group("one", .oneForOne, ["x", "two"], 1), Self.group("two", .oneForOne, ["y", "three"], 0),
            Self.group("three", .oneForOne, ["a"], 0),
        ]
        var world: SimulatedSuite = Self.world(["x", "y", "a", "z"], groups)
        Self.crash(&world, ["a"])
        #expect(Self.generations(world) == [1, 2, 2, 1] && Self.states(world).allSatisfy { $0 == .ready })
        Self.crash(&world, ["a"])
        #expect(Self.states(world) == [.stopped, .stopped, .failed, .ready])
        world.run(for: .seconds(65))
        #expect(Self.states(world).allSatisfy { $0 == .ready })
    }

    @Test("a group in another that stays down when it has failed concerns nobody else, until somebody starts it")
    func stays() {
        let groups: [LauncherGroup] = [
            Self.group("outer", .oneForAll, ["x", "inner"], 5), Self.group("inner", .oneForOne, ["a", "b"], 0, .stay),
        ]
        var world: SimulatedSuite = Self.world(["x", "a", "b"], groups)
        Self.crash(&world, ["a"])
        world.run(for: .seconds(7_200))
        #expect(Self.states(world) == [.ready, .failed, .stopped] && Self.generations(world) == [1, 1, 1])
        world.start(["a"])
        world.run(for: .seconds(5))
        #expect(Self.states(world) == [.ready, .ready, .ready], "b has fallen with it")
    }

    @Test("where the outermost group fails for good, the whole suite goes down")
    func down() {
        let groups: [LauncherGroup] = [Self.group("outer", .oneForOne, ["inner"], 0, .down), Self.group("inner", .oneForOne, ["a"], 0)]
        var world: SimulatedSuite = Self.world(["a", "x"], groups)
        Self.crash(&world, ["a"])
        #expect(world.isGoingDown && world.machine.isDown && Self.states(world) == [.failed, .stopped])
        world.run(for: .seconds(7_200))
        #expect(world.machine.isDown)
    }

    @Test("an end while the next process is there already counts as well")
    func takeOver() {
        var world: SimulatedSuite = Self.world(["a", "b"], [Self.group("g", .oneForAll, ["a", "b"], 1)])
        world.replace("a")
        world.crash("a")
        world.run(for: .seconds(4))
        #expect(Self.generations(world) == [2, 2] && world.machine.restarts(of: "g", now: world.now) == 1)
        Self.crash(&world, ["b"])
        #expect(Self.states(world) == [.stopped, .failed])
    }
}
