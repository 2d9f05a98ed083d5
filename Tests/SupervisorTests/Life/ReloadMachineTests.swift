import ColonnadeWorld
import Testing

@testable import SupervisorCore

@Suite("Another plan while a suite runs", .timeLimit(.minutes(2)))
struct ReloadMachineTests {
    private static let toReady: [ChildEvent] = [.spawned(pid: 1), .notifiedReady]

    private var random: SeededGenerator = SeededGenerator(seed: 1)
    private var machine: SuiteMachine = SuiteMachine(names: ["a", "b"], policies: [:], providers: ["b": ["a"]])

    private mutating func take(_ shape: SuiteShape) -> [SuiteMachine.Action] {
        machine.take(shape, policies: [:], now: .zero, random: &random)
    }

    @discardableResult
    private mutating func feed(_ events: [ChildEvent], _ name: String, _ seat: Seat = .current) -> [SuiteMachine.Action] {
        events.flatMap { machine.handle($0, of: name, at: seat, now: .zero, random: &random) }
    }

    private mutating func bringUp() {
        _ = machine.start(machine.names, now: .zero, random: &random)
        for name: String in machine.names { feed(Self.toReady, name) }
    }

    @Test("what stays keeps its process; what is new starts behind what it uses; what has gone is forgotten when it is down")
    mutating func comesAndGoes() {
        bringUp()
        #expect(take(SuiteShape(names: ["a", "c"], providers: ["c": ["a"]])) == [])
        #expect(machine.names == ["a", "c", "b"] && machine.children["c"]?.state == .stopped)
        #expect(machine.forget("b", now: .zero, random: &random) == [] && machine.children["b"] != nil, "it runs")
        #expect(machine.stop(["b"], now: .zero, random: &random).contains(.child("b", .current, .signal(.terminate))))
        feed([.exited(.exited(0))], "b")
        #expect(machine.forget("b", now: .zero, random: &random) == [] && machine.children["b"] == nil && machine.names == ["a", "c"])
        #expect(machine.start(["c"], now: .zero, random: &random).contains(.child("c", .current, .spawn(generation: 1))))
        #expect(machine.children["a"]?.generation == 1 && machine.children["a"]?.state == .ready)
    }

    @Test("what goes is stopped consumers first, by what used whom before")
    mutating func leavingOrder() {
        bringUp()
        _ = take(SuiteShape(names: ["c"], providers: [:]))
        let actions: [SuiteMachine.Action] = machine.stop(["a", "b"], now: .zero, random: &random)
        #expect(actions.contains(.child("b", .current, .signal(.terminate))))
        #expect(!actions.contains(.child("a", .current, .signal(.terminate))))
        #expect(feed([.exited(.exited(0))], "b").contains(.child("a", .current, .signal(.terminate))))
    }

    @Test("one that waits for what it does not use any more starts")
    mutating func waitsNoMore() {
        _ = machine.start(["b"], now: .zero, random: &random)
        #expect(machine.children["b"]?.state == .waiting)
        #expect(take(SuiteShape(names: ["a", "b"], providers: [:])).contains(.child("b", .current, .spawn(generation: 1))))
    }

    @Test("groups and starts on demand are those of the new plan")
    mutating func ties() {
        bringUp()
        _ = take(
            SuiteShape(
                names: ["a", "b"], providers: [:], groups: [LauncherGroup(name: "g", strategy: .oneForAll, members: ["a", "b"])],
                onDemand: ["b"]))
        #expect(feed([.exited(.signalled(9))], "a").contains(.child("b", .current, .signal(.terminate))))
        feed([.exited(.exited(0))], "b")
        _ = machine.stop(["b"], now: .zero, random: &random)
        _ = machine.start(["b"], now: .zero, random: &random)
        feed([.stop], "b")
        #expect(machine.isDormant("b") == (machine.children["b"]?.state == .stopped))
    }

    @Test("what fell with one that has failed and is gone comes back")
    mutating func fallen() {
        var policy: ChildPolicy = ChildPolicy()
        policy.maximumRestarts = 0
        machine = SuiteMachine(
            names: ["a", "b"], policies: ["a": policy], providers: [:],
            groups: [LauncherGroup(name: "g", strategy: .oneForAll, members: ["a", "b"])])
        bringUp()
        feed([.exited(.exited(1))], "a")
        feed([.exited(.exited(0))], "b")
        #expect(machine.children["a"]?.state == .failed && machine.children["b"]?.state == .stopped)
        _ = take(SuiteShape(names: ["b"], providers: [:]))
        let actions: [SuiteMachine.Action] =
            machine.stop(["a"], now: .zero, random: &random) + machine.forget("a", now: .zero, random: &random)
        #expect(actions.contains(.child("b", .current, .spawn(generation: 2))))
        #expect(machine.names == ["b"] && machine.children["b"]?.state == .starting)
    }

    @Test(
        "a policy for the next process holds from there on, by whatever way it comes",
        arguments: ["replace", "restart", "crash", "thrown away"])
    mutating func policies(way: String) {
        bringUp()
        var policy: ChildPolicy = ChildPolicy()
        policy.watchdog = .seconds(3)
        policy.restart = .transient
        machine.govern("a", byNext: policy)
        #expect(machine.children["a"]?.policy == ChildPolicy())
        switch way {
        case "replace":
            _ = machine.replace("a", now: .zero, random: &random)
            #expect(feed(Self.toReady, "a", .next).contains(.child("a", .next, .arm(.watchdog, .seconds(3)))))
        case "thrown away":
            _ = machine.replace("a", now: .zero, random: &random)
            feed([.spawned(pid: 3), .exited(.exited(1))], "a", .next)
        case "restart":
            _ = machine.replace("a", exclusively: true, now: .zero, random: &random)
            feed([.exited(.exited(0))] + Self.toReady, "a")
        default: feed([.exited(.exited(1))], "a")
        }
        #expect(machine.children["a"]?.policy == (way == "thrown away" ? ChildPolicy() : policy))
        feed([.exited(.exited(1)), .exited(.exited(1))], "a")
        #expect(machine.children["a"]?.policy == (way == "thrown away" ? ChildPolicy() : policy))
    }

    @Test("a change of what does not serve is a restart, or takes no process; what has never run starts")
    mutating func outcomes() throws {
        func kind(_ kind: SuiteChange.Kind, _ isAtLaunch: Bool = true) -> SuiteChange.Kind {
            machine.outcome(of: SuiteChange(name: "a", kind: kind, reasons: ["x"]), isAtLaunch: isAtLaunch).kind
        }
        #expect(kind(.replace) == .start && kind(.adjust) == .start && kind(.replace, false) == .adjust, "never run")
        _ = machine.start(["a"], now: .zero, random: &random)
        #expect(machine.unsettled == "a")
        #expect(kind(.replace) == .restart && kind(.adjust) == .adjust, "starting")
        feed(Self.toReady, "a")
        #expect(machine.unsettled == nil)
        #expect(kind(.replace) == .replace && kind(.restart) == .restart && kind(.adjust) == .adjust, "ready")
        _ = machine.stop(["a"], now: .zero, random: &random)
        #expect(machine.unsettled == "a")
        feed([.exited(.exited(0))], "a")
        #expect(machine.unsettled == nil)
        #expect(kind(.replace) == .adjust && kind(.restart) == .adjust && kind(.stop) == .stop, "stopped by hand")
        let plan: SuitePlan = try DescribedPlan.of("  a: { executable: svc-a }\n  b: { executable: svc-b-a }")
        let again: SuiteDifference = SuiteDifference(from: plan, to: plan).applied(to: machine, plan)
        #expect(again.changes == [SuiteChange(name: "b", kind: .start, reasons: ["it has not been started yet"])])
    }

    private static func shape(_ failed: LauncherGroup.Failed?) -> SuiteShape {
        let none: LauncherGroup.Intensity = LauncherGroup.Intensity(restarts: 0, window: .seconds(10))
        return SuiteShape(
            names: ["a", "b"], providers: [:],
            groups: [LauncherGroup(name: "g", strategy: .oneForOne, members: ["a"], intensity: none, failed: failed)])
    }

    @Test("one that has failed with its group is tried again, or not, as the group says; a plan that says the same changes nothing")
    mutating func failedWithGroup() throws {
        var policy: ChildPolicy = ChildPolicy()
        policy.failed = .stay
        machine = SuiteMachine(names: ["a", "b"], policies: ["a": policy], providers: [:])
        _ = take(Self.shape(nil))
        bringUp()
        #expect(feed([.exited(.signalled(9))], "a").contains(.child("a", .current, .arm(.retry, .seconds(60)))))
        #expect(take(Self.shape(nil)) == [] && machine.neededTimer(of: "a") == .retry)
        #expect(take(Self.shape(.stay)) == [.child("a", .current, .disarm(.retry))] && machine.neededTimer(of: "a") == nil)
        #expect(machine.children["a"]?.reason?.contains("is tried again") == false)
        #expect(take(Self.shape(.stay)) == [])
        #expect(take(Self.shape(nil)) == [.child("a", .current, .arm(.retry, .seconds(60)))])
        #expect(machine.children["a"]?.reason?.hasSuffix("; is tried again after 60.0 seconds, or by `start`") == true)
        // The next program of the supervisor knows it, too.
        let life: LifeHandover = try #require(machine.children["a"]?.handover)
        var resumed: ChildMachine = try ChildMachine(life, policy: policy)
        #expect(resumed.neededTimer == .retry && resumed.failedGroup == "g")
        #expect(resumed.govern(failed: .retry) == [] && resumed.govern(failed: .stay) == [.disarm(.retry)])
    }

    @Test("what is asked of one that has left the suite meanwhile is nothing, and the suite still ends")
    mutating func askedOfNobody() {
        bringUp()
        #expect(machine.restart(["gone"], now: .zero, random: &random) == [] && machine.stop(["gone"], now: .zero, random: &random) == [])
        _ = machine.stop(machine.names, now: .zero, random: &random)
        feed([.exited(.exited(0))], "b")
        feed([.exited(.exited(0))], "a")
        #expect(machine.isDown)
    }
}
