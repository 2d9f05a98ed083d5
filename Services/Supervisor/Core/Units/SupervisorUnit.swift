/// The one unit that runs the supervisor with the whole suite.
struct SupervisorUnit {
    /// The longest silence of the supervisor's loop.
    private static let watchdog: Duration = .seconds(30)
    /// For asking each program what it is, and for what lies between one vertical and the next.
    private static let margin: Duration = .seconds(30)

    let plan: SuitePlan
    let places: UnitPlaces
    let names: UnitNames

    var text: String {
        let policies: [ChildPolicy] = plan.verticals.map(\.launcher.policy)
        let start: Duration = policies.reduce(Self.margin) { $0 + $1.startTimeout }
        let stop: Duration = policies.reduce(Self.margin) { $0 + $1.stopGrace }
        let home: String = "/var/lib/\(names.suite)"
        var unit: UnitText = UnitText()
        unit.section("Unit")
        unit.set("Description", "The suite \(names.suite), under its supervisor")
        unit.section("Service")
        unit.set("Type", "notify")
        unit.set("NotifyAccess", "main")
        unit.set(
            "ExecStart",
            UnitText.command([places.program("svc-supervisor"), "up", "--launcher", places.launcher, "--home", home]))
        unit.set("ExecReload", UnitText.command([places.program("svc-supervisor"), "reload", "--home", home]))
        unit.set("User", names.user)
        unit.set("StateDirectory", names.suite)
        unit.set("StateDirectoryMode", "0700")
        unit.set("WorkingDirectory", home)
        unit.set("Delegate", "yes")
        unit.set("WatchdogSec", Self.watchdog)
        unit.set("TimeoutStartSec", start)
        unit.set("TimeoutStopSec", stop)
        // One whose loop stands still stops nobody.
        unit.set("TimeoutAbortSec", ChildPolicy().abortGrace)
        // The supervisor stops its children itself, consumers first; what is left behind it is killed.
        unit.set("KillMode", "mixed")
        unit.set("OOMPolicy", "continue")
        unit.set("Restart", "always")
        unit.set("RestartSec", Duration.seconds(1))
        unit.set("LimitNOFILE", "524288")
        unit.add(UnitHardening.supervisor(plan.verticals.map(\.launcher), reach: plan.reach))
        unit.section("Install")
        unit.set("WantedBy", "multi-user.target")
        return unit.text
    }
}
