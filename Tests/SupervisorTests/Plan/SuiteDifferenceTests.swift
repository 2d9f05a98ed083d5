import ColonnadeSystemIO
import Testing

@testable import SupervisorCore

@Suite("What a changed launcher file changes", .timeLimit(.minutes(2)))
struct SuiteDifferenceTests {
    private static func changes(
        _ old: String, _ new: String, builds: [String: String] = [:], alone: Set<String> = [], shared: Set<String> = [],
        ends: (String, String) = ("", "")
    ) throws -> [String] {
        let difference: SuiteDifference = SuiteDifference(
            from: try DescribedPlan.of(old, end: ends.0, alone: alone, shared: shared).running,
            to: try DescribedPlan.of(new, end: ends.1, builds: builds, alone: alone, shared: shared))
        return difference.changes.map { "\($0.kind.rawValue) \($0.name): \($0.reasons.joined(separator: "; "))" }
    }

    @Test("the same file, moved by some lines, changes nothing")
    func nothing() throws {
        let vertical: String = """
              a:
                executable: svc-a
                arguments: [a, b]
                limits: { files: 64 }
                isolation: { read: [/srv] }
                environment: { A: b }
            """
        let needing: String = "  b: { program: { command: [b, c] }, needs: [a] }"
        #expect(try Self.changes("\(vertical)\n\(needing)", "# one\n# two\n\(vertical)\n\n\(needing)") == [])
    }

    @Test(
        "each key that a process is given takes another process",
        arguments: [
            ("executable", "executable: svc-a-b"), ("arguments", "executable: svc-a, arguments: [x]"),
            ("environment", "executable: svc-a, environment: { A: b }"), ("directory", "executable: svc-a, directory: /srv"),
            ("limits", "executable: svc-a, limits: { files: 64 }"), ("isolation", "executable: svc-a, isolation: { read: [/srv] }"),
            ("watchdog", "executable: svc-a, watchdog: 3s"), ("stop-grace", "executable: svc-a, stop-grace: 3s"),
        ])
    func process(key: String, entry: String) throws {
        #expect(try Self.changes("  a: { executable: svc-a }", "  a: { \(entry) }") == ["replace a: \(key)"])
        #expect(try Self.changes("  a: { executable: svc-a }", "  a: { \(entry) }", alone: ["a"]) == ["restart a: \(key)"])
    }

    @Test(
        "each key of a life holds without another process",
        arguments: [
            ("restart", "restart: transient"), ("failed", "failed: stay"), ("start-timeout", "start-timeout: 3s"),
            ("intensity", "intensity: { restarts: 1 }"), ("intensity", "intensity: { within: 1s }"),
            ("backoff", "backoff: { initial: 1s }"),
            ("retry", "retry: { maximum: 2h }"), ("logs", "logs: { keep: 2 }"), ("start", "start: on-demand"),
        ])
    func life(key: String, entry: String) throws {
        #expect(try Self.changes("  a: { executable: svc-a }", "  a: { executable: svc-a, \(entry) }") == ["adjust a: \(key)"])
    }

    @Test("configurations and idle exits are given to a process, too")
    func given() throws {
        #expect(
            try Self.changes(
                "  a: { executable: svc-a, start: on-demand }", "  a: { executable: svc-a, start: on-demand, idle-exit: 60s }") == [
                    "replace a: idle-exit"
                ])
        var (old, new): (LauncherVertical, LauncherVertical) = (LauncherVertical(name: "a", line: 3), LauncherVertical(name: "a", line: 9))
        old.configuration = .object(["places": .string("/a")])
        new.configuration = .object(["places": .string("/b")])
        func plan(_ launcher: LauncherVertical) -> SuitePlan {
            let description: VerticalDescription = VerticalDescription(name: "a", version: "", interfaces: [])
            return SuitePlan(
                name: "x", verticals: [SuitePlan.Vertical(launcher: launcher, executable: "/a", description: description)], edges: [])
        }
        #expect(SuiteDifference(from: plan(old), to: plan(new)).changes.map(\.reasons) == [["config"]])
        new.configuration = old.configuration
        #expect(SuiteDifference(from: plan(old), to: plan(new)).changes == [])
        new.traceRate = 0.5
        #expect(SuiteDifference(from: plan(old), to: plan(new)).changes.map(\.reasons) == [["trace"]])
    }

    @Test("every property of a vertical and of its policy is compared, or is no key of its own; a new one is to be added to the comparison")
    func complete() {
        let vertical: [String?] = Mirror(reflecting: LauncherVertical(name: "a", line: 1)).children.map(\.label)
        #expect(
            vertical == [
                "line", "name", "executable", "executableLine", "arguments", "program", "needs", "environment", "directory",
                "directoryLine", "limits", "isolation", "user", "policy", "start", "instances", "instancesLine", "idleExit",
                "configuration",
                "configurationLines", "logs", "traceRate",
            ])
        let policy: [String?] = Mirror(reflecting: ChildPolicy()).children.map(\.label)
        #expect(
            policy == [
                "restart", "failed", "startTimeout", "stopGrace", "watchdog", "goesWhenIdle", "maximumRestarts", "window", "settledAfter",
                "initialBackoff", "maximumBackoff", "initialRetry", "maximumRetry", "shortagePause",
            ])
    }

    @Test("a program restarts where its process changes, and only there")
    func programs() throws {
        func changes(_ old: String, _ new: String) throws -> [String] { try Self.changes("  a: { \(old) }", "  a: { \(new) }") }
        let old: String = "program: { command: [a] }"
        #expect(try changes(old, "program: { command: [a, b] }") == ["restart a: command"])
        #expect(try changes(old, "program: { command: [b] }") == ["restart a: program; command"])
        #expect(try changes(old, "program: { command: [a], ready: notify }") == ["restart a: ready"])
        #expect(try changes(old, "program: { command: [a], ready: socket a.sock }") == ["adjust a: ready"])
        #expect(try changes(old, "program: { command: [a], stop: SIGINT }") == ["adjust a: stop"])
        #expect(try changes(old, "\(old), stop-grace: 3s") == ["adjust a: stop-grace"])
        #expect(try changes(old, "executable: svc-a").first?.hasPrefix("restart a: executable") == true)
        #expect(try changes("executable: svc-a", old).first?.hasPrefix("restart a: program") == true)
    }

    @Test("a program that was built anew is replaced")
    func builds() throws {
        let file: String = "  a: { executable: svc-a }\n  b: { executable: svc-b-a }"
        #expect(try Self.changes(file, file, builds: ["a": "2"]) == ["replace a: its program was built anew"])
    }

    @Test("who gets a caller gets its socket by another process; who only loses one keeps its own")
    func edges() throws {
        let (a, b): (String, String) = ("  a: { executable: svc-a }", "  b: { executable: svc-b-a }")
        #expect(try Self.changes(a, "\(a)\n\(b)") == ["replace a: b uses it now", "start b: it is new"])
        #expect(
            try Self.changes("\(a)\n\(b)", a) == [
                "adjust a: b does not use it any more", "stop b: it is not in the launcher file any more",
            ])
        // Another vertical offers the same: the caller keeps its process, and its socket leads to the other one.
        #expect(
            try Self.changes("\(a)\n\(b)", "  other: { executable: svc-a }\n\(b)") == [
                "start other: it is new", "adjust b: it uses other now; it does not use a any more",
                "stop a: it is not in the launcher file any more",
            ])
        #expect(
            try Self.changes(a, "\(a)\n  c: { executable: svc-c, start: on-demand }") == [
                "adjust c: it is new, and its first call starts it"
            ])
        #expect(try Self.changes("\(a)\n\(b)", "\(a)\n  b: { executable: svc-b-a, needs: [a] }") == ["adjust b: needs"])
    }

    @Test("more instances are started, fewer end, and what changes the vertical changes each of them, one after the other")
    func instances() throws {
        func changes(_ old: Int, _ new: String) throws -> [String] {
            try Self.changes("  a: { executable: svc-a, instances: \(old) }", "  a: { executable: svc-a, \(new) }", shared: ["a"])
        }
        #expect(try changes(1, "instances: 3") == ["start a@2: instances: 3", "start a@3: instances: 3"])
        #expect(try changes(3, "instances: 2") == ["stop a@3: instances: 2"])
        #expect(try changes(2, "instances: 2") == [])
        #expect(
            try changes(2, "instances: 3, environment: { A: b }") == [
                "replace a: environment", "replace a@2: environment", "start a@3: instances: 3",
            ])
        let (a, b): (String, String) = ("  a: { executable: svc-a, instances: 2 }", "  b: { executable: svc-b-a }")
        #expect(
            try Self.changes(a, "\(a)\n\(b)", shared: ["a"]) == [
                "replace a: b uses it now", "replace a@2: b uses it now", "start b: it is new",
            ])
        #expect(
            try Self.changes(a, b, shared: ["a"]) == [
                "start b: it is new", "stop a@2: it is not in the launcher file any more",
                "stop a: it is not in the launcher file any more",
            ])
        #expect(
            try Self.changes("\(a)\n  c: { executable: svc-c }", a, shared: ["a"], ends: ("groups: [{ name: g, members: [a, c] }]", ""))
                == [
                    "adjust a: group g", "adjust a@2: group g", "stop c: it is not in the launcher file any more",
                ])
    }

    @Test("members of a group that has changed are told so")
    func groups() throws {
        let file: String = "  a: { executable: svc-a }\n  b: { executable: svc-b }\n  c: { executable: svc-c }"
        func group(_ strategy: String, _ members: String) -> String {
            "groups: [{ name: g, strategy: \(strategy), members: [\(members)] }]"
        }
        #expect(
            try Self.changes(file, file, ends: (group("one-for-all", "a, b"), group("rest-for-one", "a, b"))) == [
                "adjust a: group g", "adjust b: group g",
            ])
        #expect(
            try Self.changes(file, file, ends: (group("one-for-all", "a, b"), group("one-for-all", "a, b, c"))) == [
                "adjust a: group g", "adjust b: group g", "adjust c: group g",
            ])
        #expect(try Self.changes(file, file, ends: ("", group("one-for-all", "c"))) == ["adjust c: group g"])
        // Where it stands in the file is nothing to anybody.
        #expect(try Self.changes(file, file, ends: (group("one-for-all", "a"), "launch: []\n\(group("one-for-all", "a"))")) == [])
    }

    @Test("a group's intensity, what becomes of it, and the groups in it are told to all in it")
    func groupsOfGroups() throws {
        let file: String = "  a: { executable: svc-a }\n  b: { executable: svc-b }\n  c: { executable: svc-c }"
        func groups(_ inner: String, outer: String = "restarts: 1", _ end: String = "") -> String {
            "groups: [{ name: g, members: [a, { name: h, members: [b], intensity: { \(inner) } }], intensity: { \(outer) }\(end) }]"
        }
        let old: String = groups("restarts: 2")
        #expect(try Self.changes(file, file, ends: (old, groups("restarts: 3"))) == ["adjust b: group h"])
        #expect(try Self.changes(file, file, ends: (old, groups("restarts: 2, within: 3s"))) == ["adjust b: group h"])
        #expect(
            try Self.changes(file, file, ends: (old, groups("restarts: 2", outer: "within: 1m"))) == [
                "adjust a: group g", "adjust b: group g",
            ])
        #expect(
            try Self.changes(file, file, ends: (old, groups("restarts: 2", ", failed: down"))) == [
                "adjust a: group g", "adjust b: group g",
            ])
        #expect(
            try Self.changes(file, file, ends: (old, "groups: [{ name: h, members: [b], intensity: { restarts: 2 } }]")) == [
                "adjust a: group g", "adjust b: group g",
            ])
    }

    @Test("what goes goes first, unless one that used it serves until its next process is ready")
    func order() throws {
        func steps(_ old: String, _ new: String) throws -> [String] {
            SuiteDifference(from: try DescribedPlan.of(old), to: try DescribedPlan.of(new)).steps.map { step in
                switch step {
                case .stop(let names): "stop \(names.joined(separator: " "))"
                case .change(let change): "\(change.kind.rawValue) \(change.name)"
                }
            }
        }
        let (a, b): (String, String) = ("  a: { executable: svc-a }", "  b: { executable: svc-b-a }")
        #expect(try steps("\(a)\n\(b)", "  other: { executable: svc-a }\n\(b)") == ["stop a", "start other"])
        #expect(try steps("\(a)\n\(b)", "  c: { executable: svc-c }") == ["stop b a", "start c"])
        // The next process of b uses c, and the one that serves uses a.
        #expect(
            try steps("\(a)\n\(b)", "  c: { executable: svc-c }\n  b: { executable: svc-b-c }") == ["start c", "replace b", "stop a"])
        #expect(
            try steps("  z: { executable: svc-z }\n  a: { executable: svc-a-z }\n\(b)", "  b: { executable: svc-b }") == [
                "replace b", "stop a z",
            ])
    }
}

extension SuitePlan {
    /// As it is while the suite runs: with its processes in the place of the verticals.
    fileprivate var running: SuitePlan {
        SuitePlan(name: name, verticals: processes, edges: edges, launch: launch, groups: groups, users: users)
    }
}
