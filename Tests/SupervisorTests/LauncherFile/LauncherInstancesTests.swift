import Testing

@testable import SupervisorCore

@Suite("Instances in a launcher file")
struct LauncherInstancesTests {
    private func issues(_ vertical: String, shared: Set<String> = ["a"], alone: Set<String> = []) -> [String] {
        DescribedPlan.read("  a:\n    executable: svc-a\n\(vertical)", alone: alone, shared: shared).issues.map { $0.text(file: "l") }
    }

    @Test("a vertical that may run more than once is planned once, and started as often as it says")
    func several() throws {
        let plan: SuitePlan = try DescribedPlan.of(
            "  b: { executable: svc-b-a }\n  a: { executable: svc-a, instances: 3 }", end: "groups: [{ name: g, members: [b, a] }]",
            shared: ["a"])
        #expect(plan.verticals.map(\.name) == ["a", "b"])
        #expect(plan.processes.map(\.name) == ["a", "a@2", "a@3", "b"])
        #expect(plan.shownNames == ["a@1", "a@2", "a@3", "b"])
        let shape: SuiteShape = plan.shape
        #expect(shape.names == ["a", "a@2", "a@3", "b"] && shape.providers["b"] == ["a"] && shape.providers["a@2"] == [])
        #expect(shape.groups.map(\.members) == [["b", "a", "a@2", "a@3"]])
        #expect(plan["a@3"]?.name == "a@3" && plan["a@4"] == nil && plan["a@1"]?.name == "a" && plan["b@2"] == nil)
    }

    @Test(
        "what can not be is told with its line",
        arguments: [
            ("0", "instances of a: expected a whole number from 1 to 64, found '0'"),
            ("65", "instances of a: expected a whole number from 1 to 64, found '65'"),
            ("many", "instances of a: expected a whole number from 1 to 64, found 'many'"),
            ("[2]", "instances of a: expected a whole number from 1 to 64, found a list"),
        ])
    func numbers(_ value: String, _ wanted: String) {
        #expect(issues("    instances: \(value)") == ["l:6: error: \(wanted)"])
    }

    @Test("one that must be alone has no instances, a program has none, and none goes when it is idle")
    func exclusive() {
        #expect(issues("    instances: 1", shared: []) == [])
        #expect(
            issues("    instances: 2", shared: []) == [
                "l:6: error: instances of a: only one process of it may serve (concurrency \"exclusive\" in its --describe); leave 'instances' out"
            ])
        #expect(issues("    instances: 2", alone: ["a"]).first?.hasPrefix("l:6: error: instances of a: its --describe says") == true)
        #expect(
            issues("    instances: 2\n    start: on-demand\n    idle-exit: 1m") == [
                "l:6: error: instances of a: not with 'idle-exit', for those that have gone would not come back while one serves"
            ])
        let program: [LauncherIssue] = LauncherFileParser.parse(
            "launcher: x\nverticals:\n  a:\n    program: { command: [b] }\n    instances: 2"
        ).issues
        #expect(
            program.map { $0.text(file: "l") } == [
                "l:5: error: a is a program, and has no 'instances': it has no sockets of the suite that several could share"
            ])
    }

    @Test(
        "a name with a number is that of a process, and anything else a vertical's",
        arguments: [
            ("maps-grid", "maps-grid", 1), ("maps-grid@1", "maps-grid", 1), ("maps-grid@12", "maps-grid", 12), ("a@0", "a@0", 1),
            ("a@02", "a@02", 1), ("a@x", "a@x", 1), ("a@", "a@", 1), ("@2", "", 2), ("a@2@3", "a@2@3", 1),
        ])
    func names(_ text: String, _ vertical: String, _ number: Int) {
        #expect(InstanceName(text) == InstanceName(vertical, number))
    }
}
