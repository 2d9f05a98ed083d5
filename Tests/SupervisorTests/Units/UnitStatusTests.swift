import ColonnadeSystemIO
import FoundationEssentials
import Testing

@testable import SupervisorCore

@Suite("What systemd says of units")
struct UnitStatusTests {
    private static func status(_ text: String, start: LauncherVertical.Start = .atLaunch) -> VerticalStatus {
        var launcher: LauncherVertical = LauncherVertical(name: "maps", line: 1)
        launcher.start = start
        let vertical: SuitePlan.Vertical = SuitePlan.Vertical(
            launcher: launcher, executable: "/a", description: VerticalDescription(name: "maps", version: "", interfaces: []))
        return UnitStatus(UnitStatus.parse(text)["clinic-maps.service"] ?? [:]).status(of: vertical)
    }

    private static func text(_ active: String, _ sub: String, pid: Int = 0, more: String = "") -> String {
        """
        NRestarts=2
        MainPID=\(pid)
        Result=exit-code
        ActiveEnterTimestamp=@1764000000
        InactiveEnterTimestamp=
        Id=clinic-maps.service
        LoadState=loaded
        ActiveState=\(active)
        SubState=\(sub)
        \(more)
        """
    }

    @Test("are the states of a vertical's life")
    func states() {
        for (active, sub, state): (String, String, VerticalState) in [
            ("active", "running", .ready), ("activating", "start", .starting), ("activating", "auto-restart", .backingOff),
            ("deactivating", "stop-sigterm", .stopping), ("failed", "failed", .failed), ("inactive", "dead", .stopped), ("", "", .stopped),
        ] { #expect(Self.status(Self.text(active, sub)).state == state, "\(active)") }
        let ready: VerticalStatus = Self.status(Self.text("active", "running", pid: 42))
        #expect(ready.pid == 42 && ready.restarts == 2 && ready.since == Date(timeIntervalSince1970: 1_764_000_000) && ready.reason == nil)
        #expect(Self.status(Self.text("failed", "failed")).reason == "systemd says: exit-code")
        #expect(Self.status(Self.text("inactive", "dead"), start: .onDemand).reason == "starts with the first call")
        #expect(Self.status("").reason == "systemd has no unit of it")
    }

    @Test("are read unit by unit, whatever else stands there")
    func parsing() {
        let units: [String: [String: String]] = UnitStatus.parse("Id=a\nX=1=2\n\nnothing\nId=b\n\n\n=\nId=c")
        #expect(units.keys.sorted() == ["a", "b", "c"] && units["a"]?["X"] == "1=2")
    }
}
