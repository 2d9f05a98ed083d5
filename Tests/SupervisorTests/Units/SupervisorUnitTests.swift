import ColonnadeSystemIO
import Testing

@testable import SupervisorCore

@Suite("One unit for the supervisor, and what systemd can not express", .timeLimit(.minutes(2)))
struct SupervisorUnitTests {
    @Test("the supervisor notifies, has a watchdog, and time for all of its children")
    func supervisor() throws {
        let units: PlannedUnits = try PlannedUnits(
            "  a: { executable: svc-a, stop-grace: 10s }\n  b: { executable: svc-b, stop-grace: 20s }")
        let lines: [String] = try units.lines("supervisor/system/x.service")
        for line: String in [
            "ExecStart=/usr/bin/svc-supervisor up --launcher /usr/share/l/x.yml --home /var/lib/x",
            "ExecReload=/usr/bin/svc-supervisor reload --home /var/lib/x", "Type=notify", "WatchdogSec=30s",
            "Delegate=yes", "StateDirectory=x", "User=x", "KillMode=mixed", "TimeoutStopSec=60s", "PrivateNetwork=yes",
            "RestrictNamespaces=user mnt",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(try units.lines("supervisor/sysusers.d/x.conf").last == "u x - \"The suite x\" -")
    }

    @Test("it has the network that one of its verticals needs")
    func network() throws {
        let units: PlannedUnits = try PlannedUnits("  a: { executable: svc-a }\n  b: { executable: svc-b }", network: ["b": .loopback])
        let lines: [String] = try units.lines("supervisor/system/x.service")
        #expect(lines.contains("IPAddressAllow=localhost") && !lines.contains("PrivateNetwork=yes"))
    }

    @Test(
        "what systemd can not express is told with its line",
        arguments: [
            (
                "  a: { program: { command: [a], ready: socket run/a.sock } }", "",
                "l.yml:3: error: ready in the program of a: systemd can not wait for a socket; name a command by 'exec', or 'notify'"
            ),
            (
                "  a: { executable: svc-a }\n  b: { executable: svc-b }", "groups: [{ name: g, strategy: one-for-all, members: [a, b] }]",
                "l.yml:5: error: group g: systemd can not express one-for-all; take '--form supervisor'"
            ),
            (
                "  a: { executable: svc-a }\n  b: { executable: svc-b }",
                "groups: [{ name: g, members: [a, b], intensity: { restarts: 3, within: 10s } }]",
                "l.yml:5: error: group g: systemd counts each service's restarts, not a group's; take '--form supervisor'"
            ),
            (
                "  a-very-long-name-of-a-vertical: { executable: svc-a }", "",
                "l.yml:3: error: the user x-a-very-long-name-of-a-vertical would be longer than 31 bytes; name the launcher or the "
                    + "vertical shorter"
            ),
            (
                "  a:\n    executable: svc-a\n    isolation: { read: [\"/srv/a:b\"] }", "",
                "l.yml:5: error: isolation of a: systemd takes no path with a colon: /srv/a:b"
            ),
            (
                "  a: { executable: svc-a, environment: { A: \"\\e[1m\" } }", "",
                "l.yml:3: error: environment of a: systemd takes no control characters, and A has some"
            ),
            (
                "  a: { executable: svc-a, logs: { keep: 2 } }", "",
                "l.yml:3: warning: logs of a: the journal keeps them, by its own limits (journald.conf)"
            ),
        ])
    func obstacles(_ verticals: String, _ end: String, _ told: String) throws {
        #expect(try PlannedUnits(verticals, end: end).told == [told])
    }

    @Test("the supervisor's own form has none of these limits")
    func supervisorForm() throws {
        let units: PlannedUnits = try PlannedUnits("  a: { program: { command: [a], ready: socket run/a.sock } }")
        #expect(SuiteUnits.issues(units.plan, .supervisor) == [] && units.told.count == 1)
    }

    @Test("a launcher's name begins every unit's", arguments: ["a b", "../x", "X", "ends-", "much-too-long-a-name-for-users"])
    func name(_ name: String) throws {
        let told: [String] = try PlannedUnits("  a: { executable: svc-a }", launcher: "\"\(name)\"").told
        #expect(told.contains { $0.hasPrefix("l.yml: error: launcher: ") }, "\(told)")
    }

    @Test("several processes of one vertical take the unit that runs the supervisor")
    func instances() throws {
        let plan: SuitePlan = try DescribedPlan.of("  a:\n    executable: svc-a\n    instances: 2", shared: ["a"])
        #expect(
            SuiteUnits.issues(plan, .verticals).map { $0.text(file: "l") } == [
                "l:6: error: instances of a: its socket units lead to one service; take '--form supervisor', or leave 'instances' out"
            ])
        #expect(SuiteUnits.issues(plan, .supervisor) == [])
    }
}
