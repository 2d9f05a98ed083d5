import ColonnadeSystemIO
import SupervisorCore
import Testing

@Suite("Programs in a launcher file")
struct LauncherProgramTests {
    private func parse(_ lines: String) -> (file: LauncherFile, issues: [LauncherIssue]) {
        LauncherFileParser.parse("launcher: x\nverticals:\n\(lines)")
    }

    private func errors(_ lines: String) -> [String] {
        let (file, issues): (LauncherFile, [LauncherIssue]) = parse(lines)
        let described: [(String, SuitePlan.Vertical)] = file.verticals.map { vertical in
            let description: VerticalDescription = VerticalDescription(name: vertical.name, version: "", interfaces: [])
            return (vertical.name, SuitePlan.Vertical(launcher: vertical, executable: "/bin/x", description: description))
        }
        let planned: [LauncherIssue] = SuitePlanner.plan(file, described: Dictionary(uniqueKeysWithValues: described)).issues
        return (issues + planned).sorted().map { $0.text(file: "l.yml") }
    }

    @Test(
        "a program is ready in one of four ways",
        arguments: [
            ("", .started), ("ready: started, ", .started), ("ready: notify, ", .notify),
            ("ready: socket run/a.sock, ", .socket("run/a.sock")),
            ("ready: { socket: a b.sock }, ", .socket("a b.sock")), ("ready: exec pg_isready -q, ", .command(["pg_isready", "-q"])),
            ("ready: { exec: [test, -e, a b] }, ", .command(["test", "-e", "a b"])),
        ] as [(String, LauncherProgram.Readiness)])
    func readiness(_ text: String, _ wanted: LauncherProgram.Readiness) throws {
        let (file, issues): (LauncherFile, [LauncherIssue]) = parse("  db: { program: { \(text)command: [db, -D, x], stop: SIGINT } }")
        #expect(issues == [])
        let program: LauncherProgram = try #require(file.verticals.first?.program)
        #expect(program.readiness == wanted && program.command == ["db", "-D", "x"] && program.stop == .interrupt)
        #expect(file.verticals.first?.policy.watchdog == nil, "it gives no signs of life")
    }

    @Test("a program that notifies may have a watchdog")
    func watchdog() {
        let (file, issues): (LauncherFile, [LauncherIssue]) = parse("  db: { watchdog: 5s, program: { ready: notify, command: [db] } }")
        #expect(issues == [] && file.verticals.first?.policy.watchdog == .seconds(5))
    }

    @Test("what is needed starts first")
    func order() {
        let (file, _): (LauncherFile, [LauncherIssue]) = parse(
            "  a: { needs: [c], program: { command: [x] } }\n  b: { program: { command: [x] } }\n  c: { needs: [b], program: { command: [x] } }"
        )
        let described: [(String, SuitePlan.Vertical)] = file.verticals.map { vertical in
            let description: VerticalDescription = VerticalDescription(name: vertical.name, version: "", interfaces: [])
            return (vertical.name, SuitePlan.Vertical(launcher: vertical, executable: "/bin/x", description: description))
        }
        let (plan, issues): (SuitePlan, [LauncherIssue]) = SuitePlanner.plan(file, described: Dictionary(uniqueKeysWithValues: described))
        #expect(issues == [] && plan.verticals.map(\.name) == ["b", "c", "a"])
        #expect(plan.providers(of: "a") == ["c"] && plan.edges == [] && plan.serving.isEmpty)
    }

    @Test(
        "mistakes are told with their line",
        arguments: [
            ("  a: { program: { } }", "program of a needs 'command', such as [nats-server, --port, \"4222\"]"),
            ("  a: { program: { command: [] } }", "command in the program of a: at least the program is needed"),
            ("  a: { program: { command: nats } }", "command in the program of a: expected a list ([a, b]), found 'nats'"),
            ("  a: { program: { command: [x], port: 1 } }", "program of a has no key 'port'; it may have command, ready, stop"),
            (
                "  a: { program: { command: [x], ready: socket } }",
                """
                ready in the program of a: expected notify, started, socket PATH, exec COMMAND, { socket: PATH } or { exec: [COMMAND, …] }, \
                found 'socket'
                """
            ),
            (
                "  a: { program: { command: [x], stop: SIGKILL } }",
                "stop in the program of a: expected one of SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGTERM, found 'SIGKILL'"
            ),
            ("  a: { executable: y, program: { command: [x] } }", "a is a program, and has no 'executable': it is one or the other"),
            (
                "  a: { start: on-demand, program: { command: [x] } }",
                "a is a program, and has no 'start': it starts with the suite, for no socket of the suite leads to it"
            ),
            (
                "  a: { watchdog: 3s, program: { command: [x] } }",
                "watchdog of a needs 'ready: notify': only such a program gives signs of life"
            ),
            ("  a: { needs: [b], program: { command: [x] } }", "a needs b, and this launcher has no 'b'"),
            ("  a: { needs: [a], program: { command: [x] } }", "these use or need each other in a circle, so none can start first: a → a"),
        ])
    func mistakes(_ lines: String, _ wanted: String) {
        #expect(errors(lines) == ["l.yml:3: error: \(wanted)"])
    }
}
