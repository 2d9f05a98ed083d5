import SupervisorCore
import Testing

@Suite("One process takes another's place", .timeLimit(.minutes(2)))
struct ReplaceMachineTests {
    private static let toReady: [ChildEvent] = [.spawned(pid: 1), .notifiedReady]

    /// A vertical whose first generation serves.
    private static var serving: ReplacedVertical {
        var world: ReplacedVertical = ReplacedVertical()
        world.start()
        world.feed(toReady, .current)
        return world
    }

    private typealias Step = @Sendable (inout ReplacedVertical) -> Void

    /// What has become of a second process, by name.
    private static let others: [(name: String, step: Step)] = [
        ("nobody else", { _ in }),
        ("the next is made", { $0.replace() }),
        (
            "the next starts",
            { world in
                world.replace()
                world.feed([.spawned(pid: 2)], .next)
            }
        ),
        (
            "the next waits for room",
            { world in
                world.replace()
                world.feed([.spawnDelayed("no room")], .next)
            }
        ),
        (
            "the next took too long",
            { world in
                world.replace()
                world.feed([.spawned(pid: 2), .timer(.start)], .next)
            }
        ),
        (
            "the last drains",
            { world in
                world.replace()
                world.feed([.spawned(pid: 2), .notifiedReady], .next)
            }
        ),
        (
            "the last is killed",
            { world in
                world.replace()
                world.feed([.spawned(pid: 2), .notifiedReady], .next)
                world.feed([.timer(.grace)], .last)
            }
        ),
    ]

    /// What has become of the one that serves, by name.
    private static let currents: [(name: String, step: Step)] = [
        ("one serves", { _ in }), ("one goes by itself", { $0.feed([.notifiedStopping], .current) }),
        ("one is silent", { $0.feed([.timer(.watchdog)], .current) }),
        ("one has crashed", { $0.feed([.exited(.signalled(9))], .current) }), ("all is stopped", { $0.stop() }),
        ("all is restarted", { $0.restart() }),
    ]

    private static let wishes: [(name: String, step: Step)] = [
        ("start", { $0.start() }), ("stop", { $0.stop() }), ("restart", { $0.restart() }), ("replace", { $0.replace() }),
        ("replace alone", { $0.replace(exclusively: true) }),
    ]

    private static let events: [ChildEvent] = [
        .start, .stop, .restart, .dependenciesReady, .spawned(pid: 7), .spawnFailed("no such file"), .spawnDelayed("no room"),
        .programRefused("does not fit"), .notifiedReady, .notifiedStopping, .notifiedAlive, .exited(.exited(0)), .exited(.exited(1)),
        .exited(.signalled(9)), .timer(.start), .timer(.grace), .timer(.watchdog), .timer(.backoff), .timer(.retry),
    ]

    @Test(
        "every event at every seat in every situation: no two at one seat, no number twice, and it comes to an end",
        arguments: 0..<7, 0..<6)
    func everything(other: Int, current: Int) {
        var situation: ReplacedVertical = Self.serving
        Self.others[other].step(&situation)
        Self.currents[current].step(&situation)
        let name: String = "\(Self.others[other].name), \(Self.currents[current].name)"
        for event: ChildEvent in Self.events {
            for seat: Seat in Seat.allCases {
                var world: ReplacedVertical = situation
                world.feed([event], seat)
                world.settle()
                #expect(world.violations == [], "\(name): \(event) at \(seat)")
            }
        }
        for wish: (name: String, step: Step) in Self.wishes {
            var world: ReplacedVertical = situation
            wish.step(&world)
            world.settle()
            #expect(world.violations == [], "\(name): \(wish.name)")
            // One that has not gone yet keeps another from taking its place.
            let isRefused: Bool = wish.name.hasPrefix("replace") && situation.machine.isReplacing("a") && current == 4
            let end: ChildState = wish.name == "stop" || isRefused ? .stopped : .ready
            #expect(world.machine.children["a"]?.state == end, "\(name): \(wish.name)")
        }
    }

    @Test("there are as many situations as are tried")
    func complete() { #expect(Self.others.count == 7 && Self.currents.count == 6) }

    @Test("the next starts beside the one that serves, takes its place when it is ready, and the one before drains")
    func inOrder() {
        var world: ReplacedVertical = Self.serving
        #expect(
            world.replace() == [
                .child("a", .next, .arm(.start, .seconds(30))), .child("a", .next, .spawn(generation: 2)),
            ])
        world.feed([.spawned(pid: 2)], .next)
        #expect(world.machine.children["a"]?.generation == 1 && world.machine.children["a"]?.state == .ready)
        #expect(
            world.feed([.notifiedReady], .next) == [
                .child("a", .next, .disarm(.start)), .child("a", .next, .arm(.watchdog, .seconds(15))), .promoted("a"), .changed("a"),
                .child("a", .last, .disarm(.watchdog)), .child("a", .last, .signal(.terminate)),
                .child("a", .last, .arm(.grace, .seconds(15))),
            ])
        #expect(world.machine.children["a"]?.generation == 2 && world.machine.isReplacing("a"))
        #expect(world.feed([.exited(.exited(0))], .last) == [.child("a", .last, .disarm(.grace)), .left("a")])
        #expect(!world.machine.isReplacing("a") && world.machine.children["a"]?.restarts == 0)
    }

    @Test(
        "one that does not become ready is thrown away, and its number is not given again",
        arguments: [
            ([ChildEvent.spawned(pid: 2), .exited(.exited(3))], "exited with status 3 before it was ready"),
            ([.spawned(pid: 2), .timer(.start), .exited(.signalled(9))], "was not ready within 30.0 seconds"),
            ([.spawnFailed("no such file")], "no such file"), ([.programRefused("does not fit")], "does not fit"),
        ])
    func thrownAway(events: [ChildEvent], reason: String) {
        var world: ReplacedVertical = Self.serving
        world.replace()
        #expect(world.feed(events, .next).contains(.thrownAway("a", reason: reason)))
        #expect(world.machine.children["a"]?.generation == 1 && world.machine.children["a"]?.state == .ready)
        #expect(!world.machine.isReplacing("a"))
        #expect(world.replace().contains(.child("a", .next, .spawn(generation: 3))))
    }

    @Test("where the one that serves dies meanwhile, the next is the only one, and no third is started")
    func oldDies() {
        var world: ReplacedVertical = Self.serving
        world.replace()
        world.feed([.spawned(pid: 2)], .next)
        let actions: [SuiteMachine.Action] = world.feed([.exited(.signalled(11))], .current)
        #expect(actions.contains(.promoted("a")) && actions.contains(.child("a", .current, .crashed("was ended by signal 11 (SIGSEGV)"))))
        #expect(!actions.contains { if case .child(_, _, .spawn) = $0 { true } else { false } })
        #expect(world.machine.children["a"]?.state == .starting && world.machine.children["a"]?.restarts == 1)
        world.feed([.notifiedReady], .current)
        #expect(world.machine.children["a"]?.state == .ready && world.machine.children["a"]?.generation == 2)
    }

    @Test("one that waits for room tries again, without a count against it")
    func shortage() {
        var world: ReplacedVertical = Self.serving
        world.replace()
        #expect(world.feed([.spawnDelayed("no room")], .next).contains(.child("a", .next, .arm(.backoff, .seconds(1)))))
        #expect(world.feed([.timer(.backoff)], .next).contains(.child("a", .next, .spawn(generation: 2))))
    }

    @Test("a second one is not begun while the first goes on", arguments: [Seat.next, .last])
    func twice(seat: Seat) {
        var world: ReplacedVertical = Self.serving
        world.replace()
        if seat == .last { world.feed([.spawned(pid: 2), .notifiedReady], .next) }
        #expect(world.replace() == [])
        #expect(world.replace(exclusively: true) == [])
    }

    @Test("one that must be alone drains before the next starts")
    func exclusive() {
        var world: ReplacedVertical = Self.serving
        #expect(world.replace(exclusively: true).contains(.child("a", .current, .signal(.terminate))))
        #expect(!world.machine.isReplacing("a"))
        #expect(world.feed([.exited(.exited(0))], .current).contains(.child("a", .current, .spawn(generation: 2))))
    }

    @Test("a provider is not stopped before the last process of its consumer has gone")
    func lastOfConsumer() {
        var world: SimulatedSuite = SimulatedSuite(names: ["maps", "records"], providers: ["records": ["maps"]])
        world.start(["records"])
        world.run(for: .seconds(10))
        world.replace("records")
        world.replace("maps")
        world.run(for: .milliseconds(1))
        world.stop(["maps", "records"])
        world.run(for: .seconds(60))
        #expect(world.violations == [] && world.machine.isDown)
        #expect(world.exitOrder.lastIndex(of: "records") ?? 9 < world.exitOrder.lastIndex(of: "maps") ?? 0)
    }

    @Test("one that goes when idle and is called again while its successor starts is replaced, and no number is given twice")
    func cameBackMeanwhile() {
        var world: ReplacedVertical = ReplacedVertical(isOnDemand: true)
        world.start()
        world.feed(Self.toReady, .current)
        world.replace()
        world.feed([.spawned(pid: 2)], .next)
        world.feed([.notifiedStopping, .exited(.exited(0))], .current)
        world.start()
        world.feed([.spawned(pid: 3), .notifiedReady], .current)
        world.feed([.notifiedReady], .next)
        #expect(world.machine.children["a"]?.generation == 2 && world.machine.predecessors["a"]?.generation == 3)
        world.feed([.exited(.signalled(9))], .current)
        #expect(world.machine.children["a"]?.generation == 4)
        world.settle()
        #expect(world.violations == [])
    }
}
