/// What a launcher file says, and systemd can not express.
struct UnitObstacles {
    private let plan: SuitePlan
    private let names: UnitNames
    private var issues: [LauncherIssue] = []

    private init(_ plan: SuitePlan) {
        self.plan = plan
        names = UnitNames(of: plan)
    }

    static func issues(_ plan: SuitePlan, _ form: UnitForm) -> [LauncherIssue] {
        var obstacles: UnitObstacles = UnitObstacles(plan)
        obstacles.checkName()
        if form != .supervisor {
            obstacles.checkGroups()
            for vertical: SuitePlan.Vertical in plan.verticals { obstacles.check(vertical.launcher) }
            for edge: SuitePlan.Edge in plan.edges { obstacles.check(edge) }
        }
        if form != .verticals { obstacles.checkAccounts() }
        for vertical: SuitePlan.Vertical in plan.verticals { obstacles.checkPaths(vertical.launcher) }
        return obstacles.issues.sorted()
    }

    private mutating func report(_ line: Int, severity: LauncherIssue.Severity = .error, _ message: String) {
        issues.append(LauncherIssue(line: line, severity: severity, message))
    }

    private mutating func checkName() {
        if !UnitNames.isUsable(plan.name) {
            report(
                0, "launcher: '\(plan.name)' can not begin the name of a unit: small letters, digits and dashes, beginning with a letter")
        } else if names.operatorUser.utf8.count > UnitNames.longestUser {
            report(
                0, "launcher: the user \(names.operatorUser) would be longer than \(UnitNames.longestUser) bytes; name the launcher shorter"
            )
        }
    }

    /// The supervisor's own unit has no privileges, and with them no other users.
    private mutating func checkAccounts() {
        for launcher: LauncherVertical in plan.verticals.map(\.launcher) {
            guard case .named(let name) = launcher.user.choice else { continue }
            report(
                launcher.user.line,
                "user of \(launcher.name): the unit runs the supervisor as \(names.user), which can start nothing as \(name); take "
                    + "'--form verticals', or leave 'user' out")
        }
    }

    private mutating func checkGroups() {
        for group: LauncherGroup in plan.groups {
            if group.strategy != .oneForOne, group.members.count > 1 {
                report(group.line, "group \(group.name): systemd can not express \(group.strategy.rawValue); take '--form supervisor'")
            }
            guard group.intensity != nil else { continue }
            report(group.line, "group \(group.name): systemd counts each service's restarts, not a group's; take '--form supervisor'")
        }
    }

    private mutating func check(_ vertical: LauncherVertical) {
        if vertical.instances > 1 {
            report(
                vertical.instancesLine,
                "instances of \(vertical.name): its socket units lead to one service; take '--form supervisor', or leave 'instances' out")
        }
        let user: String = names.own(vertical.name)
        if vertical.user.choice == .same {
            report(
                vertical.user.line > 0 ? vertical.user.line : vertical.line, severity: .warning,
                "user of \(vertical.name): systemd has no supervisor's user to give; its service runs as \(user)")
        }
        if user.utf8.count > UnitNames.longestUser {
            report(
                vertical.line,
                "the user \(user) would be longer than \(UnitNames.longestUser) bytes; name the launcher or the vertical shorter")
        }
        if case .socket? = vertical.program?.readiness {
            report(
                vertical.executableLine,
                "ready in the program of \(vertical.name): systemd can not wait for a socket; name a command by 'exec', or 'notify'")
        }
        for (name, value): (String, String) in vertical.environment.sorted(by: { $0.key < $1.key }) {
            guard value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\t" && $0 != "\n" }) else {
                continue
            }
            report(vertical.line, "environment of \(vertical.name): systemd takes no control characters, and \(name) has some")
        }
        if vertical.logs != LogPolicy() {
            report(vertical.line, severity: .warning, "logs of \(vertical.name): the journal keeps them, by its own limits (journald.conf)")
        }
        if vertical.policy.failed == .retry, vertical.policy.initialRetry != ChildPolicy().initialRetry {
            report(
                vertical.line, severity: .warning,
                "retry of \(vertical.name): systemd starts it again after \(UnitText.span(vertical.policy.initialBackoff)) each time")
        }
        if case .none = vertical.isolation {
            report(vertical.line, severity: .warning, "isolation of \(vertical.name) is off: its service reaches whatever its user may")
        }
    }

    private mutating func check(_ edge: SuitePlan.Edge) {
        let path: String = names.socket(from: edge.consumer, as: edge.socket)
        guard path.utf8.count > UnitNames.longestSocket else { return }
        report(
            plan[edge.consumer]?.launcher.line ?? 0, "the path of a socket has at most \(UnitNames.longestSocket) bytes; \(path) is longer")
    }

    private mutating func checkPaths(_ vertical: LauncherVertical) {
        guard case .files(let files) = vertical.isolation else { return }
        for place: DeclaredFiles.Place in files.read + files.write where place.path.contains(":") {
            report(place.line, "isolation of \(vertical.name): systemd takes no path with a colon: \(place.path)")
        }
    }
}
