/// What has changed of one vertical between two plans: the keys of the launcher file, its program, and who may call whom.
struct VerticalDifference {
    /// What a process is given when it starts: it takes another process.
    private(set) var ofProcess: [String] = []
    /// What holds at once, or from the next start on.
    private(set) var beside: [String] = []

    init(_ name: String, _ old: SuitePlan, _ new: SuitePlan) {
        guard let former: SuitePlan.Vertical = old[name], let next: SuitePlan.Vertical = new[name] else { return }
        compareProcesses(former, next)
        compareLives(former.launcher, next.launcher)
        if let program: LauncherProgram = former.launcher.program, let other: LauncherProgram = next.launcher.program {
            comparePrograms(program, other)
        }
        let vertical: String = InstanceName.vertical(of: name)
        compareCallers(vertical, old, new)
        if former.description.uses == next.description.uses { compareUses(vertical, old, new) }
        for group: String in Set(Self.groups(vertical, old)).symmetricDifference(Self.groups(vertical, new)).map(\.name).sorted()
        where !beside.contains("group \(group)") { beside.append("group \(group)") }
    }

    private mutating func note(_ key: String, _ isSame: Bool, inProcess: Bool = true) {
        guard !isSame else { return }
        if inProcess { ofProcess.append(key) } else { beside.append(key) }
    }

    // MARK: Keys

    private mutating func compareProcesses(_ old: SuitePlan.Vertical, _ new: SuitePlan.Vertical) {
        let isProgram: Bool = new.launcher.program != nil
        let isSameKind: Bool = (old.launcher.program != nil) == isProgram
        let isSamePath: Bool = isSameKind && old.executable == new.executable
        note(isProgram ? "program" : "executable", isSamePath)
        let isSameFile: Bool = old.identity == nil || new.identity == nil || old.identity == new.identity
        if isSamePath { note("its program was built anew", isSameFile) }
        note("arguments", old.launcher.arguments == new.launcher.arguments)
        note("environment", old.launcher.environment == new.launcher.environment)
        note("directory", old.launcher.directory == new.launcher.directory)
        note("limits", old.launcher.limits.withoutLines == new.launcher.limits.withoutLines)
        note("isolation", old.launcher.isolation.withoutLines == new.launcher.isolation.withoutLines)
        note("user", old.launcher.user.choice == new.launcher.user.choice)
        note("group", old.launcher.user.group == new.launcher.user.group)
        note("config", old.launcher.configuration == new.launcher.configuration)
        note("idle-exit", old.launcher.idleExit == new.launcher.idleExit)
        note("trace", old.launcher.traceRate == new.launcher.traceRate)
        note("watchdog", old.launcher.policy.watchdog == new.launcher.policy.watchdog)
        // A daemon of the platform is told how long its calls may go on; another program is not.
        note("stop-grace", old.launcher.policy.stopGrace == new.launcher.policy.stopGrace, inProcess: !isProgram)
    }

    private mutating func comparePrograms(_ old: LauncherProgram, _ new: LauncherProgram) {
        note("command", old.command == new.command)
        let isNotifying: Bool = [old.readiness, new.readiness].contains(.notify)
        note("ready", old.readiness == new.readiness, inProcess: isNotifying)
        note("stop", old.stop == new.stop, inProcess: false)
    }

    private mutating func compareLives(_ old: LauncherVertical, _ new: LauncherVertical) {
        let (former, next): (ChildPolicy, ChildPolicy) = (old.policy, new.policy)
        note("needs", old.needs.map(\.name) == new.needs.map(\.name), inProcess: false)
        note("start", old.start == new.start, inProcess: false)
        note("restart", former.restart == next.restart, inProcess: false)
        note("failed", former.failed == next.failed, inProcess: false)
        note("start-timeout", former.startTimeout == next.startTimeout, inProcess: false)
        note(
            "intensity", former.maximumRestarts == next.maximumRestarts && former.window == next.window, inProcess: false)
        note(
            "backoff", former.initialBackoff == next.initialBackoff && former.maximumBackoff == next.maximumBackoff, inProcess: false)
        note("retry", former.initialRetry == next.initialRetry && former.maximumRetry == next.maximumRetry, inProcess: false)
        note("logs", old.logs == new.logs, inProcess: false)
    }

    // MARK: Edges and groups

    /// A process takes its sockets with it from its start: one that gets another is started anew.
    private mutating func compareCallers(_ name: String, _ old: SuitePlan, _ new: SuitePlan) {
        let former: [SuitePlan.Edge] = old.edges.filter { $0.provider == name }
        let next: [SuitePlan.Edge] = new.edges.filter { $0.provider == name }
        for edge: SuitePlan.Edge in next where !former.contains(edge) { ofProcess.append("\(edge.consumer) uses it now") }
        for edge: SuitePlan.Edge in former where !next.contains(edge) { beside.append("\(edge.consumer) does not use it any more") }
    }

    /// What an unchanged program may use comes and goes.
    private mutating func compareUses(_ name: String, _ old: SuitePlan, _ new: SuitePlan) {
        let former: [SuitePlan.Edge] = old.edges.filter { $0.consumer == name }
        let next: [SuitePlan.Edge] = new.edges.filter { $0.consumer == name }
        for edge: SuitePlan.Edge in next where !former.contains(edge) { beside.append("it uses \(edge.provider) now") }
        for edge: SuitePlan.Edge in former where !next.contains(edge) { beside.append("it does not use \(edge.provider) any more") }
    }

    /// The groups that a vertical is in, those around its group too.
    private static func groups(_ name: String, _ plan: SuitePlan) -> [LauncherGroup] { GroupTree(plan.groups).around(name) }
}

extension ChildLimits {
    fileprivate var withoutLines: ChildLimits {
        var limits: ChildLimits = self
        limits.lines = [:]
        return limits
    }
}

extension ChildIsolation {
    fileprivate var withoutLines: ChildIsolation {
        guard case .files(var files) = self else { return self }
        files.read = files.read.map { DeclaredFiles.Place(path: $0.path, line: 0) }
        files.write = files.write.map { DeclaredFiles.Place(path: $0.path, line: 0) }
        return .files(files)
    }
}
