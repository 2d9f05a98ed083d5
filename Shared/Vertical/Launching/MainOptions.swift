public import ColonnadeContract
public import ColonnadeWorld
public import Logging

/// Where a launcher's verticals find what they are given, and within which limits they run.
///
/// A daemon's ``PluginLauncher/run(as:)`` fills it in from its command line and its environment; a test sets what it needs.
public struct MainOptions: Sendable {
    /// Everything under `.colonnade` of the working directory, and the real world.
    public static let `default`: MainOptions = MainOptions()

    /// The world that verticals are configured in; nil for the real one, in the loop's time.
    public var world: World?
    /// A directory of the vertical's own that outlives it; made before the vertical is.
    public var stateDirectory: String
    /// A directory for what may be lost when the vertical ends.
    public var runtimeDirectory: String
    /// A file with the vertical's typed configuration as JSON; nil where nothing is configured.
    /// With several verticals it may be a directory: each reads `NAME.json` there, where it is.
    public var configurationFile: String?
    /// A directory with a socket `<provider>.sock` for every vertical that may be called.
    public var socketsDirectory: String?
    /// Sockets of verticals that may be called, by the vertical's name; they go before ``socketsDirectory``.
    public var connections: [String: String]
    /// How long calls in flight may go on after the vertical was told to stop.
    public var graceTime: Duration
    /// What is less severe is not logged.
    public var logLevel: Logger.Level
    /// The limits of every connection, those that come in and those that go out.
    public var limits: Limits
    /// How long the daemon looks for the next call without waiting before it sleeps: faster answers for a busy CPU. Zero for never.
    public var spin: Duration
    /// Counts the vertical's processes since the suite was started; 0 without a supervisor.
    public var generation: UInt64

    /// Options that differ from ``default`` in what is given.
    public init(
        world: World? = nil, stateDirectory: String = ".colonnade/state", runtimeDirectory: String = ".colonnade/run",
        configurationFile: String? = nil, socketsDirectory: String? = nil, connections: [String: String] = [:],
        graceTime: Duration = .seconds(10), logLevel: Logger.Level = .info, limits: Limits = Limits(), spin: Duration = .zero,
        generation: UInt64 = 0
    ) {
        self.world = world
        self.stateDirectory = stateDirectory
        self.runtimeDirectory = runtimeDirectory
        self.configurationFile = configurationFile
        self.socketsDirectory = socketsDirectory
        self.connections = connections
        self.graceTime = graceTime
        self.logLevel = logLevel
        self.limits = limits
        self.spin = spin
        self.generation = generation
    }

    /// The socket of a vertical; nil where neither a connection nor a directory is given.
    func socket(of provider: String) -> String? {
        connections[provider] ?? socketsDirectory.map { "\($0)/\(provider).sock" }
    }
}
