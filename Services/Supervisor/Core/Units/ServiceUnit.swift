/// The service of one vertical, or of a program that stands among them.
struct ServiceUnit {
    /// How often a command is tried that says whether a program is ready: a shell's loop, whose arguments are the command.
    private static let probe: [String] = ["/bin/sh", "-c", "until \"$@\"; do sleep 0.2; done", "sh"]

    let vertical: SuitePlan.Vertical
    let plan: SuitePlan
    let places: UnitPlaces
    let names: UnitNames

    private var launcher: LauncherVertical { vertical.launcher }
    private var policy: ChildPolicy { vertical.launcher.policy }
    private var name: String { vertical.name }

    var text: String {
        var unit: UnitText = UnitText()
        unit.section("Unit")
        order(&unit)
        unit.section("Service")
        process(&unit)
        folders(&unit)
        life(&unit)
        limits(&unit)
        unit.add(UnitHardening.vertical(launcher, reach: vertical.reach))
        return unit.text
    }

    /// Behind what it uses, and stopped before it. One that ends takes nobody with it: callers wait at the socket.
    private func order(_ unit: inout UnitText) {
        let ways: [String] = plan.edges.filter { $0.consumer == name }.map { names.socketUnit(from: name, to: $0.provider) }
        let providers: [String] = plan.providers(of: name).reduce(into: []) { found, provider in
            guard plan[provider]?.launcher.start == .atLaunch, !found.contains(names.service(provider)) else { return }
            found.append(names.service(provider))
        }
        unit.set("Description", "\(names.suite): \(name)")
        unit.set("PartOf", names.target)
        unit.set("Wants", list: ways + providers)
        unit.set("After", list: ways + providers)
        // Without it anybody with a socket could call every board.
        if launcher.program == nil { unit.set("AssertPathExists", "/etc/\(names.suite)/\(name)/edges") }
        if policy.failed == .stay {
            unit.set("StartLimitIntervalSec", policy.window)
            unit.set("StartLimitBurst", policy.maximumRestarts + 1)
        } else {
            unit.set("StartLimitIntervalSec", "0")
        }
    }

    private func process(_ unit: inout UnitText) {
        if let program: LauncherProgram = launcher.program {
            unit.set("Type", program.readiness == .notify ? "notify" : "exec")
            unit.set("ExecStart", UnitText.command(program.command.map(replaced)))
            if case .command(let words) = program.readiness {
                unit.set("ExecStartPost", UnitText.command(Self.probe + words.map(replaced)))
            }
            if program.stop != .terminate { unit.set("KillSignal", program.stop.rawValue) }
        } else {
            unit.set("Type", "notify")
            unit.set("ExecStart", UnitText.command([places.program(launcher.executable)] + launcher.arguments))
            unit.set("Sockets", list: plan.incoming(name).map { names.socketUnit(from: $0.consumer, to: name) })
        }
        if launcher.program.map({ $0.readiness == .notify }) ?? true { unit.set("NotifyAccess", "main") }
        unit.set("User", names.user(name))
        if !names.hasOwnUser(name) { unit.set("Group", names.group(name)) }
        // What does not come as an entry of its own (a crash, a print) is named as the rest is.
        unit.set("SyslogIdentifier", launcher.program == nil ? "svc-\(name)" : names.own(name))
        var variables: [String: String] = launcher.environment
        if launcher.program == nil {
            // Else it tells the journal of every thread whose priority it may not raise.
            variables.merge(["LIBDISPATCH_LOG": "NO"]) { own, _ in own }
            variables["COLONNADE_SOCKETS"] = names.sockets(of: name)
            variables["COLONNADE_GRACE"] = "\(policy.drainGrace / .seconds(1))"
            if launcher.traceRate > 0 { variables["COLONNADE_TRACE_RATE"] = "\(launcher.traceRate)" }
            if let idle: Duration = launcher.idleExit { variables["COLONNADE_IDLE_EXIT"] = "\(idle / .seconds(1))" }
        }
        for (name, value): (String, String) in variables.sorted(by: { $0.key < $1.key }) {
            unit.set("Environment", UnitText.variable(name, value))
        }
    }

    private func folders(_ unit: inout UnitText) {
        let own: String = names.own(name)
        for kind: String in ["State", "Runtime"] + (launcher.program == nil ? [] : ["Logs"]) {
            unit.set("\(kind)Directory", own)
            unit.set("\(kind)DirectoryMode", "0700")
        }
        if launcher.program == nil {
            unit.set("ConfigurationDirectory", "\(names.suite)/\(name)")
            unit.set("ConfigurationDirectoryMode", "0750")
        }
        unit.set("WorkingDirectory", UnitText.plain(launcher.directory ?? names.state(name)))
    }

    private func life(_ unit: inout UnitText) {
        switch policy.restart {
        // One that goes because nobody calls it is started by the next call.
        case .permanent: unit.set("Restart", policy.goesWhenIdle ? "on-failure" : "always")
        case .transient: unit.set("Restart", "on-failure")
        case .temporary: unit.set("Restart", "no")
        }
        unit.set("RestartSec", policy.initialBackoff)
        unit.set("TimeoutStartSec", policy.startTimeout)
        unit.set("TimeoutStopSec", policy.stopGrace)
        if let watchdog: Duration = policy.watchdog {
            unit.set("WatchdogSec", watchdog)
            unit.set("TimeoutAbortSec", policy.abortGrace)
        }
    }

    private func limits(_ unit: inout UnitText) {
        let limits: ChildLimits = launcher.limits
        unit.set("LimitDATA", limits.memory)
        unit.set("MemoryMax", limits.memory)
        unit.set("LimitNOFILE", limits.files)
        unit.set("TasksMax", limits.processes)
        unit.set("Nice", limits.nice)
        unit.set("CPUWeight", limits.cpuWeight)
    }

    /// The folders by which a program is told its own.
    private func replaced(_ text: String) -> String {
        let own: String = names.own(name)
        return [("STATE_DIRECTORY", "/var/lib/"), ("RUNTIME_DIRECTORY", "/run/"), ("LOGS_DIRECTORY", "/var/log/")]
            .reduce(text) { $0.replacing("${\($1.0)}", with: $1.1 + own) }
    }
}
