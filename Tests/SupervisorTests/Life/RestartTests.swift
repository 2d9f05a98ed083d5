import SupervisorCore
import Testing

/// When a child that has ended comes back.
@Suite("Restarts of a child")
struct RestartTests {
    /// How long one process was ready; nil for one that never was.
    private static let uptimes: [Duration?] = [
        nil, .zero, .milliseconds(500), .milliseconds(999), .seconds(1), .milliseconds(1_500), .seconds(8), .seconds(31),
    ]

    private static func policy(restarts: Int = 5) -> ChildPolicy {
        var policy: ChildPolicy = ChildPolicy()
        policy.maximumRestarts = restarts
        return policy
    }

    /// A child whose first process is being started.
    private static func starting(_ policy: ChildPolicy) -> Driven {
        var child: Driven = Driven(policy: policy)
        child.feed([.start, .dependenciesReady, .spawned(pid: 1)])
        return child
    }

    @Test("every sequence of four lives: a pause comes only behind two quick failures in a row, and doubles with each further one")
    func everySequence() {
        let count: Int = Self.uptimes.count
        for number: Int in 0..<(count * count * count * count) {
            let lives: [Duration?] = [1, count, count * count, count * count * count].map { Self.uptimes[number / $0 % count] }
            var child: Driven = Self.starting(Self.policy(restarts: 100))
            var quick: Int = 0
            for life: Duration? in lives {
                quick = life.map { $0 >= .seconds(1) } == true ? 0 : quick + 1
                let pause: Duration? = child.live(life)
                let full: Int? = quick < 2 ? nil : 500 << (quick - 2)
                #expect((pause == nil) == (full == nil), "\(lives): \(String(describing: pause))")
                if let pause, let full { #expect(pause >= .milliseconds(full / 2) && pause <= .milliseconds(full), "\(lives)") }
                #expect(child.machine.state == (pause == nil ? .starting : .backingOff))
                child.feed([.timer(.backoff)])
            }
            #expect(child.machine.restarts == 4)
        }
    }

    @Test("a child that was well is not kept down, but restarted too often it has failed")
    func intensity() {
        var child: Driven = Self.starting(Self.policy())
        for _: Int in 0..<5 {
            #expect(child.live(.seconds(2)) == nil)
            #expect(child.machine.state == .starting)
        }
        #expect(child.live(.seconds(2)) == nil)
        #expect(child.machine.state == .failed)
        let trouble: String = "exited with status 1; restarted 5 times within 30.0 seconds"
        #expect(child.machine.reason == "\(trouble); is tried again after 60.0 seconds, or by `start`")
    }

    @Test("what has failed is tried again, once each time, and more and more rarely")
    func retries() {
        var child: Driven = Self.starting(Self.policy(restarts: 0))
        var pauses: [Int] = []
        for _: Int in 0..<10 {
            child.feed([.exited(.exited(1))])
            #expect(child.machine.state == .failed)
            pauses.append(child.seconds(of: .retry))
            child.now += .seconds(pauses.last ?? 0)
            child.feed([.timer(.retry)])
            #expect(child.machine.state == .waiting)
            child.feed([.dependenciesReady, .spawned(pid: 3)])
        }
        #expect(pauses == [60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600, 3_600])
        #expect(child.machine.restarts == 10 && child.machine.generation == 11)
    }

    @Test("a try that has settled is a child like any other; one that was well for the whole window begins anew")
    func recovered() {
        var child: Driven = Self.starting(Self.policy(restarts: 1))
        child.feed([.exited(.exited(1)), .exited(.exited(1))])
        #expect(child.machine.state == .failed && child.seconds(of: .retry) == 60)
        child.now += .seconds(60)
        child.feed([.timer(.retry), .dependenciesReady, .spawned(pid: 3)])
        // The try itself is one restart within the window.
        child.live(.seconds(2))
        #expect(child.machine.state == .failed && child.seconds(of: .retry) == 120)
        child.now += .seconds(120)
        child.feed([.timer(.retry), .dependenciesReady, .spawned(pid: 3)])
        child.live(.seconds(31))
        #expect(child.machine.state == .starting)
        child.feed([.exited(.exited(1))])
        #expect(child.machine.state == .failed && child.seconds(of: .retry) == 60)
    }

    @Test("what is to stay failed, or is never restarted, is not tried again", arguments: [true, false])
    func stays(isTemporary: Bool) {
        var policy: ChildPolicy = Self.policy(restarts: 0)
        if isTemporary { policy.restart = .temporary } else { policy.failed = .stay }
        var child: Driven = Self.starting(policy)
        let actions: [ChildAction] = child.feed([.exited(.exited(1))])
        #expect(child.machine.state == .failed)
        #expect(!actions.contains { if case .arm(.retry, _) = $0 { true } else { false } })
    }

    @Test("whoever starts or stops what has failed ends the wait for the next try", arguments: [ChildEvent.start, .restart, .stop])
    func byHand(event: ChildEvent) {
        var child: Driven = Self.starting(Self.policy(restarts: 0))
        child.feed([.exited(.exited(1))])
        #expect(child.feed([event]) == [.disarm(.retry)])
        #expect(child.machine.state == (event == .stop ? .stopped : .waiting))
        child.feed([.start, .dependenciesReady, .spawned(pid: 1), .exited(.exited(1))])
        #expect(child.seconds(of: .retry) == 60, "the doubling begins anew")
    }

    @Test("a lack of descriptors or memory is waited out, however long it lasts, and held against nobody")
    func shortage() {
        var child: Driven = Driven(policy: Self.policy(restarts: 0))
        child.feed([.start, .dependenciesReady])
        for _: Int in 0..<1_000 {
            #expect(child.feed([.spawnDelayed("too many open files")]) == [.disarm(.start), .arm(.backoff, .seconds(1))])
            #expect(child.machine.state == .backingOff && !child.machine.hasProcess)
            child.now += .seconds(1)
            child.feed([.timer(.backoff)])
            #expect(child.machine.state == .waiting, "what it uses may have gone meanwhile")
            child.feed([.dependenciesReady])
        }
        child.feed([.spawned(pid: 7), .notifiedReady])
        #expect(child.machine.state == .ready && child.machine.restarts == 0 && child.machine.generation == 1)
    }

    @Test("a program that may not run is not run, and is looked at again later")
    func refused() {
        var child: Driven = Self.starting(Self.policy())
        child.feed([.notifiedReady, .exited(.signalled(9))])
        let actions: [ChildAction] = child.feed([.programRefused("was not started: it does not fit")])
        #expect(actions == [.disarm(.start), .crashed("was not started: it does not fit"), .arm(.retry, .seconds(60))])
        #expect(child.machine.state == .failed && !child.machine.hasProcess)
        child.now += .seconds(60)
        #expect(child.feed([.timer(.retry), .dependenciesReady]).contains(.spawn(generation: 3)))
        child.feed([.spawned(pid: 9), .notifiedReady])
        #expect(child.machine.state == .ready)
    }
}

extension Driven {
    /// Has the process that is being started be ready for so long, and end.
    /// - Returns: the pause before the next; nil where there is none.
    @discardableResult
    mutating func live(_ uptime: Duration?) -> Duration? {
        feed([.spawned(pid: 4)])
        if let uptime {
            feed([.notifiedReady])
            now += uptime
        }
        for case .arm(.backoff, let pause) in feed([.exited(.exited(1))]) { return pause }
        return nil
    }

    /// For how many seconds a timer was armed last.
    func seconds(of timer: ChildTimer) -> Int { armed[timer].map { Int($0.components.seconds) } ?? -1 }
}
