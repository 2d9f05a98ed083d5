import ColonnadeSystemIO
import Testing

@testable import SupervisorCore

@Suite("A service for each vertical", .timeLimit(.minutes(2)))
struct VerticalUnitTests {
    private func service(_ lines: String, network: [String: NetworkReach] = [:]) throws -> [String] {
        try PlannedUnits("  a:\n    executable: svc-a\n\(lines)", network: network).lines("verticals/system/x-a.service")
    }

    @Test("an edge is a socket that only its consumer's user can use, and that is named after the consumer")
    func edge() throws {
        let units: PlannedUnits = try PlannedUnits("  a: { executable: svc-a-b }\n  b: { executable: svc-b }")
        let socket: [String] = try units.lines("verticals/system/x-b-for-a.socket")
        for line: String in [
            "ListenStream=/run/x/a/b.sock", "FileDescriptorName=a", "Service=x-b.service", "SocketUser=x-a", "SocketMode=0600",
        ] {
            #expect(socket.contains(line), "\(line)")
        }
        #expect(try units.lines("verticals/system/x-b.service").contains("Sockets=x-b-for-a.socket x-b-for-operator.socket"))
        let consumer: [String] = try units.lines("verticals/system/x-a.service")
        #expect(consumer.contains("After=x-b-for-a.socket x-b.service") && consumer.contains("Wants=x-b-for-a.socket x-b.service"))
        #expect(consumer.contains("Environment=COLONNADE_SOCKETS=/run/x/a"))
        #expect(try units.lines("verticals/etc/x/b/edges") == ["a *", "operator *"])
        #expect(try units.lines("verticals/system/x-b-for-operator.socket").contains("SocketUser=x-operator"))
        #expect(try units.lines("verticals/sysusers.d/x.conf").contains("u x-a - \"a of x\" -"))
        #expect(try units.lines("verticals/tmpfiles.d/x.conf").contains("z /etc/x/b/edges 0640 root x-b -"))
        #expect(units.told == [])
    }

    @Test("times, limits, environment and arguments are those of the launcher file")
    func values() throws {
        let lines: [String] = try service(
            """
                arguments: [--log-level, "a b"]
                environment: { GREETING: "100% you" }
                start-timeout: 5s
                stop-grace: 1500ms
                watchdog: 3s
                backoff: { initial: 200ms, maximum: 1s }
                limits: { memory: 256MB, files: 64, processes: 9, nice: 5, cpu-weight: 50 }
                directory: /srv/a
                isolation: { read: [/srv/r], write: [/srv/w, /home/w] }
            """)
        for line: String in [
            "ExecStart=/usr/bin/svc-a --log-level \"a b\"", "Environment=\"GREETING=100%% you\"", "TimeoutStartSec=5s",
            "TimeoutStopSec=1500ms", "WatchdogSec=3s", "RestartSec=200ms", "Restart=always", "LimitDATA=268435456", "MemoryMax=268435456",
            "LimitNOFILE=64", "TasksMax=9", "Nice=5", "CPUWeight=50", "WorkingDirectory=/srv/a", "ReadWritePaths=/srv/w",
            "BindPaths=/home/w", "ProtectHome=tmpfs", "Environment=COLONNADE_GRACE=1.0", "StartLimitIntervalSec=0",
        ] {
            #expect(lines.contains(line), "\(line) in \(lines)")
        }
    }

    @Test("one that goes when it is idle is started by its sockets alone")
    func idle() throws {
        let units: PlannedUnits = try PlannedUnits(
            "  a: { executable: svc-a, start: on-demand, idle-exit: 60s }\n  b: { executable: svc-b-a }")
        let lines: [String] = try units.lines("verticals/system/x-a.service")
        #expect(lines.contains("Restart=on-failure") && lines.contains("Environment=COLONNADE_IDLE_EXIT=60.0"))
        let target: [String] = try units.lines("verticals/system/x.target")
        #expect(target.contains("Wants=x-a-for-b.socket") && !target.contains("Wants=x-a.service"))
        #expect(try units.lines("verticals/system/x-b.service").contains("After=x-a-for-b.socket"))
    }

    @Test("one that stays down when it has failed has a limit of starts")
    func stay() throws {
        let lines: [String] = try service("    failed: stay\n    intensity: { restarts: 3, within: 1m }\n    restart: temporary")
        #expect(lines.contains("StartLimitIntervalSec=60s") && lines.contains("StartLimitBurst=4") && lines.contains("Restart=no"))
    }

    @Test("a vertical has no network unless it says so")
    func network() throws {
        let closed: [String] = try service("")
        #expect(closed.contains("PrivateNetwork=yes") && closed.contains("RestrictAddressFamilies=AF_UNIX"))
        let unknown: [String] = try service("", network: ["a": NetworkReach(rawValue: "moon")])
        #expect(unknown == closed)
        let own: [String] = try service("", network: ["a": .loopback])
        #expect(own.contains("IPAddressDeny=any") && own.contains("IPAddressAllow=localhost") && !own.contains("PrivateNetwork=yes"))
        let open: [String] = try service("", network: ["a": .any])
        #expect(open.contains("RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6") && !open.contains("IPAddressDeny=any"))
    }

    @Test("a program has no sockets, and its folders stand in its command")
    func program() throws {
        let units: PlannedUnits = try PlannedUnits(
            """
              db:
                program: { command: [db, -D, "${STATE_DIRECTORY}/d", "$x"], ready: exec db-ready -q, stop: SIGINT }
              a: { executable: svc-a, needs: [db] }
            """)
        let lines: [String] = try units.lines("verticals/system/x-db.service")
        #expect(lines.contains("Type=exec") && lines.contains("KillSignal=SIGINT") && lines.contains("LogsDirectory=x-db"))
        #expect(lines.contains("ExecStart=db -D /var/lib/x-db/d $$x"))
        #expect(lines.contains("ExecStartPost=/bin/sh -c \"until \\\"$$@\\\"; do sleep 0.2; done\" sh db-ready -q"))
        #expect(!lines.contains { $0.hasPrefix("Sockets=") })
        #expect(try units.lines("verticals/system/x-a.service").contains("After=x-db.service"))
    }
}
