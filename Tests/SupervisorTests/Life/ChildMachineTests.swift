import ColonnadeWorld
import SupervisorCore
import Testing

@Suite("Life of a child")
struct ChildMachineTests {
    private static let events: [(name: String, event: ChildEvent)] = [
        ("start", .start), ("stop", .stop), ("restart", .restart), ("dependencies", .dependenciesReady),
        ("spawned", .spawned(pid: 7)), ("spawnFailed", .spawnFailed("no such file")), ("ready", .notifiedReady),
        ("stopping", .notifiedStopping), ("alive", .notifiedAlive), ("exit 0", .exited(.exited(0))),
        ("exit 1", .exited(.exited(1))), ("killed", .exited(.signalled(9))), ("t start", .timer(.start)),
        ("t grace", .timer(.grace)), ("t watchdog", .timer(.watchdog)), ("t backoff", .timer(.backoff)),
        ("t retry", .timer(.retry)), ("delayed", .spawnDelayed("no room")), ("refused", .programRefused("does not fit")),
    ]

    /// What each event makes of each state, in the order of `events`; `.` is "nothing changes". A permanent child in its
    /// first restart.
    private static let table: [(state: ChildState, next: [ChildState?])] = [
        (.stopped, [.waiting, nil, .waiting] + none(16)),
        (.waiting, [nil, .stopped, nil, .starting] + none(15)),
        (
            .starting,
            [nil, .draining, .draining, nil, nil, .starting, .ready, nil, nil, .starting, .starting, .starting, .stopping]
                + none(4) + [.backingOff, .failed]
        ),
        (
            .ready,
            [nil, .draining, .draining, nil, nil, nil, nil, .draining, nil, .starting, .starting, .starting, nil, nil, .stopping]
                + none(4)
        ),
        (
            .draining,
            none(5) + [.stopped, nil, nil, nil, .stopped, .stopped, .stopped, nil, .stopping] + none(3) + [.stopped, .stopped]
        ),
        (.stopping, none(5) + [.stopped, nil, nil, nil, .stopped, .stopped, .stopped] + none(5) + [.stopped, .stopped]),
        (.backingOff, [.waiting, .stopped, .waiting] + none(12) + [.starting] + none(3)),
        (.failed, [.waiting, .stopped, .waiting] + none(13) + [.waiting] + none(2)),
    ]

    private static func none(_ count: Int) -> [ChildState?] { Array(repeating: nil, count: count) }

    private static var cells: [(state: ChildState, event: Int, next: ChildState)] {
        table.flatMap { row in row.next.enumerated().map { (row.state, $0, $1 ?? row.state) } }
    }

    /// A child that was led into a state by the events that lead there.
    private static func child(in state: ChildState, policy: ChildPolicy = ChildPolicy()) -> Driven {
        var child: Driven = Driven(policy: policy)
        let toReady: [ChildEvent] = [.start, .dependenciesReady, .spawned(pid: 1), .notifiedReady]
        switch state {
        case .stopped: break
        case .waiting: child.feed([.start])
        case .starting: child.feed(Array(toReady[..<3]))
        case .ready: child.feed(toReady)
        case .draining: child.feed(toReady + [.stop])
        case .stopping: child.feed(toReady + [.stop, .timer(.grace)])
        case .backingOff: child.feed(toReady + [.exited(.exited(1)), .spawned(pid: 2), .exited(.exited(1))])
        case .failed:
            child.feed(toReady)
            for _: Int in 0...policy.maximumRestarts { child.feed([.exited(.exited(1)), .timer(.backoff), .spawned(pid: 3)]) }
        }
        return child
    }

    @Test("every state is reached by the events that lead there", arguments: ChildState.allCases)
    func reached(state: ChildState) {
        #expect(Self.child(in: state).machine.state == state)
    }

    @Test("every event in every state", arguments: cells)
    func transition(state: ChildState, event: Int, next: ChildState) {
        var child: Driven = Self.child(in: state)
        child.feed([Self.events[event].event])
        #expect(child.machine.state == next, "\(state) on \(Self.events[event].name)")
        let mayHaveProcess: Set<ChildState> = [.starting, .ready, .draining, .stopping]
        #expect(child.machine.hasProcess == mayHaveProcess.contains(next))
    }

    @Test("the table has a row for every state and a cell for every event")
    func complete() {
        #expect(Self.table.map(\.state) == ChildState.allCases)
        #expect(Self.table.allSatisfy { $0.next.count == Self.events.count })
    }

    @Test("the first restart comes at once, later ones after growing pauses, too many end it")
    func restarts() {
        var policy: ChildPolicy = ChildPolicy()
        policy.maximumRestarts = 4
        var child: Driven = Self.child(in: .ready, policy: policy)
        var pauses: [Duration] = []
        for _: Int in 0..<5 {
            let actions: [ChildAction] = child.feed([.exited(.signalled(11))])
            for case .arm(.backoff, let pause) in actions { pauses.append(pause) }
            child.feed([.timer(.backoff), .spawned(pid: 4)])
        }
        #expect(child.machine.state == .failed)
        #expect(child.machine.restarts == 4)
        #expect(child.machine.generation == 5)
        #expect(pauses.count == 3)
        for (pause, full): (Duration, Int) in zip(pauses, [500, 1_000, 2_000]) {
            #expect(pause >= .milliseconds(full / 2) && pause <= .milliseconds(full))
        }
        #expect(child.machine.reason?.contains("SIGSEGV") == true)
    }

    @Test("restarts that lie apart are not held against a child")
    func window() {
        var child: Driven = Self.child(in: .ready)
        for _: Int in 0..<50 {
            child.now += .seconds(60)
            child.feed([.exited(.exited(1))])
            #expect(child.machine.state == .starting)
            child.feed([.spawned(pid: 4), .notifiedReady])
        }
        #expect(child.machine.restarts == 50)
    }

    @Test(
        "who is started again",
        arguments: [
            (ChildPolicy.Restart.permanent, ChildExit.exited(0), ChildState.starting), (.permanent, .signalled(9), .starting),
            (.transient, .exited(0), .stopped), (.transient, .exited(1), .starting), (.temporary, .exited(0), .stopped),
            (.temporary, .signalled(6), .failed),
        ])
    func policies(restart: ChildPolicy.Restart, exit: ChildExit, next: ChildState) {
        var policy: ChildPolicy = ChildPolicy()
        policy.restart = restart
        var child: Driven = Self.child(in: .ready, policy: policy)
        child.feed([.exited(exit)])
        #expect(child.machine.state == next)
    }

    @Test("a child that goes when it is idle stays away, whatever its status, until somebody starts it")
    func goesWhenIdle() {
        var policy: ChildPolicy = ChildPolicy()
        policy.goesWhenIdle = true
        var child: Driven = Self.child(in: .ready, policy: policy)
        #expect(child.feed([.notifiedStopping]) == [.disarm(.watchdog), .arm(.grace, .seconds(15))])
        #expect(child.feed([.exited(.signalled(9))]) == [.disarm(.grace)])
        #expect(child.machine.state == .stopped && child.machine.restarts == 0)
        var called: Driven = Self.child(in: .ready, policy: policy)
        called.feed([.notifiedStopping, .start, .exited(.exited(0))])
        #expect(called.machine.state == .waiting, "somebody wanted it while it went")
        var crashed: Driven = Self.child(in: .ready, policy: policy)
        crashed.feed([.exited(.exited(0))])
        #expect(crashed.machine.state == .starting, "it did not say that it was going")
    }

    @Test("a child that takes too long to start is killed and counted as ended by itself")
    func startTimeout() {
        var child: Driven = Self.child(in: .starting)
        #expect(child.feed([.timer(.start)]) == [.signal(.kill)])
        child.feed([.exited(.signalled(9))])
        #expect(child.machine.state == .starting && child.machine.restarts == 1)
        #expect(child.machine.reason == "was not ready within 30.0 seconds")
    }

    @Test("a child that is ready is watched, whether or not it has given a sign of life")
    func watchedFromReady() {
        var child: Driven = Self.child(in: .starting)
        #expect(child.feed([.notifiedAlive]) == [])
        #expect(child.feed([.notifiedReady]) == [.disarm(.start), .arm(.watchdog, .seconds(15))])
        var unwatched: ChildPolicy = ChildPolicy()
        unwatched.watchdog = nil
        var other: Driven = Self.child(in: .starting, policy: unwatched)
        #expect(other.feed([.notifiedReady, .notifiedAlive]) == [.disarm(.start)])
    }

    @Test("a silent child is aborted, then killed, then started again")
    func watchdog() {
        var child: Driven = Self.child(in: .ready)
        #expect(child.feed([.notifiedAlive]) == [.arm(.watchdog, .seconds(15))])
        #expect(child.feed([.timer(.watchdog)]) == [.signal(.abort), .arm(.grace, .seconds(5))])
        #expect(child.feed([.timer(.grace)]) == [.signal(.kill)])
        child.feed([.exited(.signalled(9))])
        #expect(child.machine.state == .starting)
    }

    @Test("stopping asks, waits and kills")
    func stopping() {
        var child: Driven = Self.child(in: .ready)
        #expect(child.feed([.stop]) == [.disarm(.watchdog), .signal(.terminate), .arm(.grace, .seconds(15))])
        #expect(child.feed([.timer(.grace)]) == [.signal(.kill)])
        #expect(child.feed([.exited(.signalled(9))]) == [.disarm(.grace)])
        #expect(child.machine.state == .stopped)
    }

    @Test(
        "a child drains for less than it may take to end",
        arguments: [(Duration.seconds(15), Duration.seconds(10)), (.seconds(60), .seconds(55)), (.milliseconds(300), .milliseconds(200))])
    func drainGrace(stopGrace: Duration, drainGrace: Duration) {
        var policy: ChildPolicy = ChildPolicy()
        policy.stopGrace = stopGrace
        #expect(policy.drainGrace == drainGrace)
    }

    @Test("a child that says it goes, and does not, is killed and counted as crashed")
    func stoppingByItself() {
        var child: Driven = Self.child(in: .ready)
        #expect(child.feed([.notifiedStopping]) == [.disarm(.watchdog), .arm(.grace, .seconds(15))])
        #expect(child.feed([.timer(.grace)]) == [.signal(.kill)])
        #expect(child.feed([.exited(.signalled(9))]).contains(.crashed("was ended by signal 9 (SIGKILL)")))
        #expect(child.machine.state == .starting && child.machine.restarts == 1)
    }

    @Test("a child that goes by itself is told to when somebody wants it to", arguments: [ChildEvent.stop, .restart])
    func hurried(event: ChildEvent) {
        var child: Driven = Self.child(in: .ready)
        child.feed([.notifiedStopping])
        #expect(child.feed([event]) == [.signal(.terminate), .arm(.grace, .seconds(15))])
        #expect(child.feed([.timer(.grace)]) == [.signal(.kill)])
        child.feed([.exited(.signalled(9))])
        #expect(child.machine.state == (event == .stop ? .stopped : .waiting) && child.machine.restarts == 0)
    }

    @Test("a stop that comes before the process reaches the process")
    func stopBeforeSpawned() {
        var child: Driven = Driven(policy: ChildPolicy())
        child.feed([.start, .dependenciesReady, .stop])
        #expect(child.feed([.spawned(pid: 9)]) == [.signal(.terminate)])
    }

    @Test("restart gives a new process and forgets what went wrong")
    func restart() {
        var child: Driven = Self.child(in: .ready)
        child.feed([.restart, .exited(.exited(0))])
        #expect(child.machine.state == .waiting && child.machine.restarts == 0)
        child.feed([.dependenciesReady])
        #expect(child.machine.generation == 2)
    }

    @Test(
        "what is asked for while a child ends for a fault of its own, or by itself, is done when it has ended",
        arguments: [
            ([ChildEvent.timer(.watchdog), .restart, .exited(.signalled(6))], ChildPolicy.Restart.temporary),
            ([.timer(.watchdog), .start, .exited(.signalled(6))], .temporary),
            ([.timer(.watchdog), .restart, .exited(.signalled(6))], .permanent),
            ([.notifiedStopping, .start, .exited(.exited(0))], .transient),
            ([.notifiedStopping, .restart, .exited(.exited(0))], .transient),
        ])
    func askedMeanwhile(events: [ChildEvent], restart: ChildPolicy.Restart) {
        var policy: ChildPolicy = ChildPolicy()
        policy.restart = restart
        var child: Driven = Self.child(in: .ready, policy: policy)
        child.feed(events)
        #expect(child.machine.state == .waiting && child.machine.restarts == 0)
    }
}

/// A machine with its clock and its chance.
struct Driven {
    var machine: ChildMachine
    var now: Duration = .zero
    var random: SeededGenerator = SeededGenerator(seed: 1)
    /// For how long each timer was armed last.
    private(set) var armed: [ChildTimer: Duration] = [:]

    init(policy: ChildPolicy) {
        machine = ChildMachine(policy: policy)
    }

    @discardableResult
    mutating func feed(_ events: [ChildEvent]) -> [ChildAction] {
        let actions: [ChildAction] = events.flatMap { machine.handle($0, now: now, random: &random) }
        for case .arm(let timer, let delay) in actions { armed[timer] = delay }
        return actions
    }
}
