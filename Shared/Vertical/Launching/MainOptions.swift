public import ColonnadeContract
package import ColonnadeTransport
public import ColonnadeWorld
public import Logging

/// Where a launcher's verticals find their files and sockets, and within which limits they run.
///
/// A daemon's ``PluginLauncher/run(as:)`` fills it in from its command line and its environment; a test sets what it needs.
public struct MainOptions: Sendable {
    /// Everything under `.colonnade` of the working directory, and the real world.
    public static let `default`: MainOptions = MainOptions()

    /// The world that verticals are configured in; nil for the real one, in the loop's time.
    public var world: World?
    /// The vertical's own directory, which outlives it; made before the vertical is.
    public var stateDirectory: String
    /// A directory for files that may be lost when the vertical ends.
    public var runtimeDirectory: String
    /// A file with the vertical's typed configuration as JSON; nil where nothing is configured.
    /// With several verticals it may be a directory: each reads `NAME.json` there, if it exists.
    public var configurationFile: String?
    /// A directory with a socket `<provider>.sock` for every vertical that may be called.
    public var socketsDirectory: String?
    /// Sockets of verticals that may be called, by the vertical's name; they take precedence over ``socketsDirectory``.
    public var connections: [String: String]
    /// How long calls in flight may go on after the vertical was told to stop.
    public var graceTime: Duration
    /// Less severe messages are not logged.
    public var logLevel: Logger.Level
    /// The limits of every connection, inbound and outbound.
    public var limits: Limits
    /// How long the daemon polls for the next call before it sleeps: faster answers, at the price of a busy core. Zero for never.
    public var spin: Duration
    /// Counts the vertical's processes since the suite was started; 0 without a supervisor.
    public var generation: UInt64
    /// Which share of the traces that begin in this process is sampled, from 0 to 1: with 0, none begin here, and a call without a trace
    /// costs 100 to 200 instructions on either side, which look whether it has one. A trace that comes with a call is handed on, and its
    /// spans are kept if it is sampled.
    public var traceRate: Double
    /// Keeps what the verticals' own code and its libraries tell of their work; nil where nobody asks.
    package var telemetry: (any TelemetryKeeper)?
    /// Ways to verticals that may be called, by the consumer and the provider, where there are others than sockets; for simulations.
    package var dialer: (@Sendable (_ consumer: String, _ provider: String) -> (any Dialer)?)?

    /// Options that differ from ``default`` in the given values.
    public init(
        world: World? = nil, stateDirectory: String = ".colonnade/state", runtimeDirectory: String = ".colonnade/run",
        configurationFile: String? = nil, socketsDirectory: String? = nil, connections: [String: String] = [:],
        graceTime: Duration = .seconds(10), logLevel: Logger.Level = .info, limits: Limits = Limits(), spin: Duration = .zero,
        generation: UInt64 = 0, traceRate: Double = 0
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
        self.traceRate = traceRate
    }

    /// The socket of a vertical; nil where neither a connection nor a directory is given.
    func socket(of provider: String) -> String? {
        connections[provider] ?? socketsDirectory.map { "\($0)/\(provider).sock" }
    }
}
