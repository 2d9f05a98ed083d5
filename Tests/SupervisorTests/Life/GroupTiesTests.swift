import SupervisorCore
import Testing

/// Who goes, and comes back, with whom.
@Suite("Ties in a suite's groups", .timeLimit(.minutes(2)))
struct GroupTiesTests {
    /// A suite that is up, of one group.
    private static func world(
        _ names: [String], _ strategy: LauncherGroup.Strategy, restarts: Int, _ failed: LauncherGroup.Failed? = nil,
        providers: [String: [String]] = [:], onDemand: Set<String> = []
    ) -> SimulatedSuite {
        let group: LauncherGroup = LauncherGroup(
            name: "g", strategy: strategy, members: names, intensity: .init(restarts: restarts, window: .seconds(10)), failed: failed)
        var world: SimulatedSuite = SimulatedSuite(names: names, providers: providers, groups: [group], onDemand: onDemand)
        world.start(names)
        world.run(for: .seconds(30))
        return world
    }

    private static func states(_ world: SimulatedSuite) -> [ChildState?] { world.machine.names.map { world.machine.children[$0]?.state } }

    @Test("one that is to be restarted anyway and ends a little earlier is not counted")
    func together() {
        var world: SimulatedSuite = Self.world(["a", "b", "c"], .oneForAll, restarts: 1, providers: ["c": ["b"]])
        world.crash("a")
        world.run(for: .zero)
        #expect(Self.states(world)[1...] == [.ready, .draining], "b waits for c to go")
        world.crash("b")
        world.run(for: .seconds(5))
        #expect(Self.states(world) == [.ready, .ready, .ready] && world.machine.restarts(of: "g", now: world.now) == 1)
    }

    @Test("one that goes because somebody has stopped it is not restarted with its group")
    func leaving() {
        var world: SimulatedSuite = Self.world(["a", "b"], .oneForAll, restarts: 3)
        world.stop(["b"])
        world.crash("a")
        world.run(for: .zero)
        #expect(Self.states(world)[1] == .draining)
        world.run(for: .seconds(5))
        #expect(Self.states(world) == [.ready, .stopped])
    }

    @Test("what fell with one that has failed comes back with it, whatever the operator says for that")
    func comesBack() {
        let ways: [(way: String, bringBack: (inout SimulatedSuite) -> Void)] = [
            ("start", { $0.start(["a"]) }), ("restart", { $0.restart(["a"]) }), ("replace", { $0.replace("a") }),
            (
                "stop, start",
                { world in
                    world.stop(["a"])
                    world.run(for: .seconds(1))
                    world.start(["a"])
                }
            ),
        ]
        for (way, bringBack): (String, (inout SimulatedSuite) -> Void) in ways {
            var world: SimulatedSuite = Self.world(["a", "b", "c"], .oneForOne, restarts: 0, .stay)
            world.stop(["c"])
            world.crash("a")
            world.run(for: .seconds(60))
            #expect(Self.states(world) == [.failed, .stopped, .stopped] && world.machine.fellWith("b") == "a", "\(way)")
            bringBack(&world)
            world.run(for: .seconds(10))
            #expect(Self.states(world) == [.ready, .ready, .stopped] && world.machine.fellWith("b") == nil, "\(way)")
        }
    }

    @Test("a call does not start what fell with a group; once that is back, it does again")
    func onDemand() {
        var world: SimulatedSuite = Self.world(["a", "b", "c"], .oneForOne, restarts: 0, .stay, onDemand: ["b"])
        world.crash("a")
        world.run(for: .seconds(60))
        #expect(Self.states(world) == [.failed, .stopped, .stopped])
        #expect(!world.machine.isDormant("b") && world.machine.isUnavailable("b"))
        // Somebody wants it all the same.
        world.start(["b"])
        world.run(for: .seconds(10))
        #expect(Self.states(world) == [.failed, .ready, .stopped] && world.machine.fellWith("b") == nil)
        world.start(["a"])
        world.run(for: .seconds(10))
        #expect(Self.states(world) == [.ready, .ready, .ready])
    }

    @Test("a restart by hand takes back that somebody has stopped it: it fails with its group again")
    func restartedByHand() {
        var world: SimulatedSuite = Self.world(["a", "b"], .oneForOne, restarts: 0, .stay)
        world.stop(["b"])
        world.run(for: .seconds(5))
        world.restart(["b"])
        world.run(for: .seconds(5))
        world.crash("a")
        world.run(for: .seconds(5))
        #expect(Self.states(world) == [.failed, .stopped])
    }

    @Test("a group that fails again and again by the same member is tried more and more rarely, however deep that stands")
    func rarely() {
        let groups: [LauncherGroup] = [
            LauncherGroup(name: "outer", strategy: .oneForOne, members: ["inner"], intensity: .init(restarts: 1, window: .seconds(10))),
            LauncherGroup(name: "inner", strategy: .oneForOne, members: ["a"], intensity: .init(restarts: 0, window: .seconds(10))),
        ]
        var world: SimulatedSuite = SimulatedSuite(names: ["a"], providers: [:], groups: groups)
        world.start(["a"])
        var pauses: [String?] = []
        for _: Int in 0..<3 {
            for _: Int in 0..<2 {
                world.run(for: .seconds(3))
                world.crash("a")
            }
            world.run(for: .zero)
            pauses.append(world.machine.children["a"]?.reason?.split(separator: "; ").last.map(String.init))
            world.run(for: .seconds(600)) { $0.machine.children["a"]?.state != .failed }
        }
        #expect(pauses == [60, 120, 240].map { "is tried again after \($0).0 seconds, or by `start`" })
    }

    @Test("one that fails quickly comes back after a pause, also where each end begins its group anew")
    func pauses() {
        let groups: [LauncherGroup] = [
            LauncherGroup(name: "outer", strategy: .oneForOne, members: ["inner"], intensity: .init(restarts: 9, window: .seconds(60))),
            LauncherGroup(name: "inner", strategy: .oneForOne, members: ["a"], intensity: .init(restarts: 0, window: .seconds(10))),
        ]
        var world: SimulatedSuite = SimulatedSuite(names: ["a"], providers: [:], groups: groups)
        world.start(["a"])
        for expected: ChildState in [.starting, .backingOff] {
            world.crash("a")
            world.run(for: .zero)
            #expect(world.machine.children["a"]?.state == expected)
        }
        world.run(for: .seconds(5))
        #expect(world.machine.children["a"]?.state == .ready && world.machine.restarts(of: "outer", now: world.now) == 2)
    }
}
