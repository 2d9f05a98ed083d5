public import ColonnadeContract

/// A launcher: the verticals that start together, and what is activated first.
public struct LauncherFile: Sendable {
    public var name: String
    /// In the order of the file.
    public var verticals: [LauncherVertical] = []
    /// What is activated once all are ready, in this order.
    public var launch: [LauncherActivation] = []
    public var groups: [LauncherGroup] = []
    /// From where users are allotted.
    public var users: UserRange = .standard

    public init(name: String) {
        self.name = name
    }
}

/// One vertical of a launcher.
public struct LauncherVertical: Sendable {
    /// When the process is started.
    public enum Start: String, Sendable, CaseIterable {
        case atLaunch = "at-launch"
        /// By the first connection to one of its sockets.
        case onDemand = "on-demand"
    }

    /// The most processes of one vertical. More are a slip of the hand: few machines have so many processors, and each process takes its share
    /// of the supervisor's descriptors.
    public static let mostInstances: Int = 64

    public let line: Int
    /// Of one of several processes it has the number, too: see ``InstanceName``.
    public internal(set) var name: String
    /// As in the file: a name beside `svc-supervisor`, or a path relative to the file.
    public var executable: String = ""
    public var executableLine: Int = 0
    public var arguments: [String] = []
    /// Set where it is no vertical but another program.
    public var program: LauncherProgram? = nil
    /// What has to be ready before it starts, beside what it uses; with the line of each.
    public var needs: [(name: String, line: Int)] = []
    public var environment: [String: String] = [:]
    /// Where it runs, as in the file: absolute, or relative to the file; nil for its own folder in the home.
    public var directory: String? = nil
    public var directoryLine: Int = 0
    public var limits: ChildLimits = ChildLimits()
    public var isolation: ChildIsolation = .standard
    public var user: ChildUser = ChildUser()
    public var policy: ChildPolicy = ChildPolicy()
    public var start: Start = .atLaunch
    /// How many processes share its sockets.
    public var instances: Int = 1
    public var instancesLine: Int = 0
    /// How long it may be idle before it goes away; nil for ever.
    public var idleExit: Duration? = nil
    /// What the daemon gets as its configuration; nil where the file has none.
    public var configuration: JSONValue? = nil
    /// The line of each value of the configuration.
    public var configurationLines: [JSONPath: Int] = [:]
    public var logs: LogPolicy = LogPolicy()
    /// Which share of the traces that begin in it is sampled, from 0 to 1.
    public var traceRate: Double = 0

    public init(name: String, line: Int) {
        self.name = name
        self.line = line
    }

    /// The line of the value at `path`, or of the nearest value around it.
    public func configurationLine(_ path: JSONPath) -> Int {
        var path: JSONPath = path
        while configurationLines[path] == nil, !path.steps.isEmpty { path.steps.removeLast() }
        return configurationLines[path] ?? line
    }
}

/// How much of a vertical's output is kept.
public struct LogPolicy: Hashable, Sendable {
    /// Bytes from which a log is rotated: 10 MiB are a hundred thousand lines.
    public var size: Int = 10 << 20
    /// Rotated files that are kept, 1 or more.
    public var keep: Int = 5

    public init() {}
}

/// A board to activate once all verticals are ready: `maps.searchPlaces`, or `{board: …, input: …}`.
public struct LauncherActivation: Sendable, Hashable {
    public let vertical: String
    public let board: String
    public let input: JSONValue
    public let line: Int
}
