import ColonnadeContract
import Yams

/// Reads one vertical of a launcher file.
struct LauncherVerticalParser {
    private static let keys: [String] = [
        "executable", "program", "needs", "arguments", "environment", "directory", "limits", "isolation", "user",
        "group", "restart", "start", "idle-exit", "instances",
        "config",
        "start-timeout", "stop-grace", "watchdog", "intensity", "backoff", "failed", "retry", "logs", "trace",
    ]

    private(set) var reading: YAMLReading
    private let key: Node
    private var vertical: LauncherVertical

    /// - Parameter standard: its isolation, its user and its traces hold unless it says otherwise.
    init(name: String, key: Node, standard: LauncherVertical, reading: YAMLReading) {
        self.key = key
        self.reading = reading
        vertical = LauncherVertical(name: name, line: key.mark?.line ?? 0)
        vertical.isolation = standard.isolation
        vertical.user = standard.user
        vertical.traceRate = standard.traceRate
    }

    mutating func parse(_ node: Node) -> LauncherVertical {
        let entries: [String: (key: Node, value: Node)] = reading.entries(node, of: "vertical \(vertical.name)", known: Self.keys)
        if let entry: (key: Node, value: Node) = entries["program"] {
            program(entry, entries)
        } else {
            executable(entries)
        }
        process(entries)
        surroundings(entries)
        life(entries)
        if let entry: (key: Node, value: Node) = entries["config"] { configuration(entry) }
        if let entry: (key: Node, value: Node) = entries["logs"] { logs(entry.value) }
        if let entry: (key: Node, value: Node) = entries["trace"] {
            vertical.traceRate = reading.share(entry.value, of: label("trace")) ?? 0
        }
        return vertical
    }

    private func label(_ key: String) -> String { "\(key) of \(vertical.name)" }

    // MARK: The process

    private mutating func executable(_ entries: [String: (key: Node, value: Node)]) {
        if let entry: (key: Node, value: Node) = entries["executable"] {
            vertical.executable = reading.text(entry.value, of: label("executable")) ?? ""
            vertical.executableLine = entry.value.mark?.line ?? vertical.line
        } else {
            reading.report(
                key, "vertical \(vertical.name) needs 'executable', such as svc-\(vertical.name), or 'program' where it is another program")
        }
    }

    /// A program that is no vertical: it has no sockets, no configuration that could be checked, and gives signs of life only if it
    /// speaks sd_notify(3).
    private mutating func program(_ entry: (key: Node, value: Node), _ entries: [String: (key: Node, value: Node)]) {
        var parser: LauncherProgramParser = LauncherProgramParser(of: vertical.name, reading: reading)
        vertical.program = parser.parse(entry.value) ?? LauncherProgram(command: [])
        reading = parser.reading
        vertical.executableLine = entry.key.mark?.line ?? vertical.line
        vertical.policy.watchdog = nil
        vertical.traceRate = 0
        for (name, instead): (String, String) in [
            ("executable", "it is one or the other"), ("arguments", "they stand in its command"),
            ("config", "it reads its own files; give their paths in its command"),
            ("start", "it starts with the suite, for no socket of the suite leads to it"),
            ("instances", "it has no sockets of the suite that several could share"),
            ("trace", "no call of the suite passes through it"),
        ] {
            guard let wrong: (key: Node, value: Node) = entries[name] else { continue }
            reading.report(wrong.key, "\(vertical.name) is a program, and has no '\(name)': \(instead)")
        }
        if let watchdog: (key: Node, value: Node) = entries["watchdog"], vertical.program?.readiness != .notify {
            reading.report(watchdog.key, "watchdog of \(vertical.name) needs 'ready: notify': only such a program gives signs of life")
        }
    }

    private mutating func process(_ entries: [String: (key: Node, value: Node)]) {
        if let entry: (key: Node, value: Node) = entries["needs"] {
            for node: Node in reading.elements(entry.value, of: label("needs")) {
                guard let name: String = reading.text(node, of: label("needs")) else { continue }
                vertical.needs.append((name, node.mark?.line ?? vertical.line))
            }
        }
        if let entry: (key: Node, value: Node) = entries["arguments"] {
            vertical.arguments = reading.elements(entry.value, of: label("arguments"))
                .compactMap { reading.text($0, of: "an argument of \(vertical.name)") }
        }
    }

    private mutating func surroundings(_ entries: [String: (key: Node, value: Node)]) {
        if let entry: (key: Node, value: Node) = entries["environment"] {
            for (name, key, value): (String, Node, Node) in reading.members(entry.value, of: label("environment")) {
                if let obstacle: String = EnvironmentNames.obstacle(name) { reading.report(key, "\(label("environment")): \(obstacle)") }
                vertical.environment[name] = reading.text(value, of: "\(name) in \(label("environment"))")
            }
        }
        if let entry: (key: Node, value: Node) = entries["directory"] {
            vertical.directory = reading.text(entry.value, of: label("directory"))
            vertical.directoryLine = entry.value.mark?.line ?? vertical.line
        }
        if let entry: (key: Node, value: Node) = entries["limits"] {
            var parser: LauncherLimitsParser = LauncherLimitsParser(of: vertical.name, reading: reading)
            vertical.limits = parser.parse(entry.value)
            reading = parser.reading
        }
        if let entry: (key: Node, value: Node) = entries["isolation"] {
            var parser: LauncherIsolationParser = LauncherIsolationParser(of: label("isolation"), reading: reading)
            vertical.isolation = parser.parse(entry.value) ?? vertical.isolation
            reading = parser.reading
        }
        var parser: LauncherUserParser = LauncherUserParser(reading: reading)
        vertical.user = parser.user(entries, of: vertical.name, vertical.user)
        reading = parser.reading
    }

    // MARK: Its life

    private mutating func life(_ entries: [String: (key: Node, value: Node)]) {
        if let entry: (key: Node, value: Node) = entries["restart"] {
            let restart: ChildPolicy.Restart? = reading.choice(entry.value, of: label("restart"), ChildPolicy.Restart.self)
            vertical.policy.restart = restart ?? .permanent
        }
        if let entry: (key: Node, value: Node) = entries["start"] {
            vertical.start = reading.choice(entry.value, of: label("start"), LauncherVertical.Start.self) ?? .atLaunch
        }
        if let entry: (key: Node, value: Node) = entries["idle-exit"] { idleExit(entry) }
        if let entry: (key: Node, value: Node) = entries["instances"] { instances(entry) }
        if let value: Duration = duration(entries["start-timeout"], "start-timeout") { vertical.policy.startTimeout = value }
        if let value: Duration = duration(entries["stop-grace"], "stop-grace") { vertical.policy.stopGrace = value }
        if let entry: (key: Node, value: Node) = entries["watchdog"] { watchdog(entry) }
        if let entry: (key: Node, value: Node) = entries["intensity"] { intensity(entry.value) }
        if let entry: (key: Node, value: Node) = entries["backoff"] {
            (vertical.policy.initialBackoff, vertical.policy.maximumBackoff) = pauses(
                entry.value, "backoff", initial: vertical.policy.initialBackoff, maximum: vertical.policy.maximumBackoff)
        }
        if let entry: (key: Node, value: Node) = entries["failed"] {
            vertical.policy.failed = reading.choice(entry.value, of: label("failed"), ChildPolicy.Failed.self) ?? .retry
        }
        if let entry: (key: Node, value: Node) = entries["retry"] {
            (vertical.policy.initialRetry, vertical.policy.maximumRetry) = pauses(
                entry.value, "retry", initial: vertical.policy.initialRetry, maximum: vertical.policy.maximumRetry)
            if vertical.policy.failed == .stay {
                reading.report(entry.key, "retry of \(vertical.name) needs 'failed: retry': one that stays is not tried again")
            }
        }
    }

    /// `off` is for a program that gives no signs of life.
    private mutating func watchdog(_ entry: (key: Node, value: Node)) {
        if case .scalar(let scalar) = entry.value, scalar.string == "off" {
            vertical.policy.watchdog = nil
        } else if let value: Duration = duration(entry, "watchdog") {
            vertical.policy.watchdog = value
        }
    }

    private mutating func duration(_ entry: (key: Node, value: Node)?, _ name: String) -> Duration? {
        entry.flatMap { reading.duration($0.value, of: label(name)) }
    }

    private mutating func idleExit(_ entry: (key: Node, value: Node)) {
        vertical.idleExit = reading.duration(entry.value, of: label("idle-exit"))
        if vertical.start == .atLaunch {
            reading.report(entry.key, "idle-exit of \(vertical.name) needs 'start: on-demand': nobody would start it again")
        }
        vertical.policy.goesWhenIdle = vertical.idleExit != nil
    }

    private mutating func instances(_ entry: (key: Node, value: Node)) {
        vertical.instancesLine = entry.key.mark?.line ?? vertical.line
        let range: ClosedRange<Int> = 1...LauncherVertical.mostInstances
        guard case .scalar(let scalar) = entry.value, let count: Int = Int(scalar.string), range.contains(count) else {
            return reading.report(
                entry.value,
                "\(label("instances")): expected a whole number from 1 to \(range.upperBound), found \(reading.kind(entry.value))")
        }
        guard count == 1 || vertical.idleExit == nil else {
            return reading.report(
                entry.key, "\(label("instances")): not with 'idle-exit', for those that have gone would not come back while one serves")
        }
        vertical.instances = count
    }

    private mutating func intensity(_ node: Node) {
        let entries: [String: (key: Node, value: Node)] = reading.entries(
            node, of: label("intensity"), known: ["restarts", "within"])
        if let entry: (key: Node, value: Node) = entries["restarts"],
            let value: Int = reading.number(entry.value, of: "restarts in \(label("intensity"))", atLeast: 0)
        {
            vertical.policy.maximumRestarts = value
        }
        if let value: Duration = duration(entries["within"], "intensity") { vertical.policy.window = value }
    }

    private mutating func pauses(
        _ node: Node, _ name: String, initial: Duration, maximum: Duration
    ) -> (initial: Duration, maximum: Duration) {
        let entries: [String: (key: Node, value: Node)] = reading.entries(node, of: label(name), known: ["initial", "maximum"])
        let first: Duration = duration(entries["initial"], name) ?? initial
        let longest: Duration = duration(entries["maximum"], name) ?? maximum
        if longest < first { reading.report(node, "\(name) of \(vertical.name): 'maximum' lies below 'initial'") }
        return (first, longest)
    }

    // MARK: What it is given

    private mutating func configuration(_ entry: (key: Node, value: Node)) {
        var lines: [JSONPath: Int] = [:]
        let json: JSONValue = reading.json(entry.value, at: JSONPath(), lines: &lines)
        lines[JSONPath()] = entry.key.mark?.line ?? vertical.line
        vertical.configurationLines = lines
        switch json {
        case .object: vertical.configuration = json
        case .null: vertical.configuration = .object([:])
        default: reading.report(entry.value, "config of \(vertical.name): expected a mapping (key: value), found \(json.kind)")
        }
    }

    private mutating func logs(_ node: Node) {
        let entries: [String: (key: Node, value: Node)] = reading.entries(node, of: label("logs"), known: ["size", "keep"])
        if let entry: (key: Node, value: Node) = entries["size"] {
            if case .scalar(let scalar) = entry.value, let bytes: Int = ByteCountText.parse(scalar.string), bytes >= 1024 {
                vertical.logs.size = bytes
            } else {
                reading.report(entry.value, "size in \(label("logs")): expected 1KB or more, such as 512KB or 10MB")
            }
        }
        if let entry: (key: Node, value: Node) = entries["keep"],
            let keep: Int = reading.number(entry.value, of: "keep in \(label("logs"))", atLeast: 1)
        {
            vertical.logs.keep = keep
        }
    }
}
