import Testing

@testable import SupervisorCore

@Suite("Users in units")
struct UnitUserTests {
    @Test("each service has a user made for it, or the account that the launcher file names, which owns its sockets")
    func users() throws {
        let units: PlannedUnits = try PlannedUnits(
            "  a: { executable: svc-a-b, user: www-data }\n  b: { executable: svc-b, user: nobody, group: nogroup }\n  c: { executable: svc-c }"
        )
        let service: [String] = try units.lines("verticals/system/x-a.service")
        #expect(service.contains("User=www-data") && service.contains("Group=www-data"))
        let socket: [String] = try units.lines("verticals/system/x-b-for-a.socket")
        #expect(socket.contains("SocketUser=www-data") && socket.contains("SocketGroup=www-data"))
        #expect(try units.lines("verticals/system/x-b.service").contains("Group=nogroup"))
        #expect(try units.lines("verticals/system/x-c.service").contains("User=x-c"))
        let made: [String] = try units.lines("verticals/sysusers.d/x.conf").filter { $0.hasPrefix("u ") }
        #expect(made.map { $0.split(separator: " ")[1] } == ["x-c", "x-operator"])
        #expect(try units.lines("verticals/tmpfiles.d/x.conf").contains("d /etc/x/b 0750 root nogroup -"))
        #expect(units.told.count == 2 && units.told.allSatisfy { $0.contains("take '--form verticals'") }, "\(units.told)")
        #expect(SuiteUnits.issues(units.plan, .verticals).isEmpty)
    }

    @Test("the supervisor's user is nothing that systemd could give")
    func same() throws {
        let units: PlannedUnits = try PlannedUnits("  a: { executable: svc-a }", end: "users: same")
        #expect(units.told.count == 1 && units.told[0].contains("warning: user of a: systemd has no supervisor's user"), "\(units.told)")
        #expect(try units.lines("verticals/system/x-a.service").contains("User=x-a"))
    }
}
