import ColonnadeContract

/// What every daemon tells about itself, to whoever may connect. On the wire its boards have the platform's numbers.
public protocol IntrospectionInterface: Interface where Refused == NoRefusal {
    /// Gives the payload back: the loop turns, and the connection works.
    func ping(_ input: Ping) async throws(Failure) -> Ping

    /// Who the daemon is.
    func info(_ input: InfoRequest) async throws(Failure) -> DaemonInfo

    /// What it has done and has to do.
    func stats(_ input: StatsRequest) async throws(Failure) -> DaemonStats

    /// The contracts that it serves.
    func contract(_ input: ContractRequest) async throws(Failure) -> [ServedContract]

    /// What a deep link means to it. The shell asks the verticals that it uses, and the operator's `open` where no shell runs.
    func openLink(_ input: LinkRequest) async throws(Failure) -> LinkAnswer

    /// The spans that it keeps of sampled calls: for the operator, and for whoever reaches the daemon through a socket of its own.
    func spans(_ input: SpanRequest) async throws(Failure) -> KeptSpans

    /// Calls as they end, from now on, without what they carry: for the same. Calls that are not taken in time are dropped and counted.
    func watch(_ input: WatchRequest) -> Outputs<WatchedCalls>

    /// What its own code and its libraries have counted and measured: for the same. Nothing where it keeps none of it.
    func metrics(_ input: MetricsRequest) async throws(Failure) -> KeptMetrics
}

/// Bytes to give back.
public struct Ping: Idempotent, Hashable, Sendable {
    /// What comes back, byte for byte.
    public let payload: [UInt8]

    /// A ping with bytes to tell it by; none are needed.
    public init(payload: [UInt8] = []) {
        self.payload = payload
    }
}

/// Asks who the daemon is.
public struct InfoRequest: Idempotent, Hashable, Sendable {
    /// The question has no parts.
    public init() {}
}

/// Who a daemon is.
public struct DaemonInfo: Hashable, Sendable {
    /// The vertical's name: `clinical-records`.
    public let name: String
    /// The version of its executable.
    public let version: String
    /// Its process.
    public let pid: Int
    /// Counts the vertical's processes since the suite was started; 0 without a supervisor.
    public let generation: UInt64
    /// When it became ready.
    public let started: Date
    /// The interfaces that it offers, by name: `ClinicalRecords`.
    public let interfaces: [String]
    /// The interfaces that it uses, by name.
    public let uses: [String]

    /// What a daemon says of itself.
    public init(
        name: String, version: String, pid: Int, generation: UInt64, started: Date, interfaces: [String],
        uses: [String]
    ) {
        self.name = name
        self.version = version
        self.pid = pid
        self.generation = generation
        self.started = started
        self.interfaces = interfaces
        self.uses = uses
    }
}

/// Asks what the daemon has done.
public struct StatsRequest: Idempotent, Hashable, Sendable {
    /// The question has no parts.
    public init() {}
}

/// What a daemon has done since it was started, and has to do.
public struct DaemonStats: Hashable, Sendable {
    /// Connections that are open.
    public let connections: Int
    /// Resident memory in bytes; 0 where it can not be read.
    public let residentBytes: UInt64
    /// Each board that was activated at least once, in the order of their numbers.
    public let boards: [BoardStats]
    /// What each consumer has called: for the operator, and for whoever reaches the daemon through a socket of its own. A vertical is told
    /// nothing of others' calls.
    public let edges: [EdgeStats]

    /// The daemon's counts at one moment; without edges unless they are given.
    public init(connections: Int, residentBytes: UInt64, boards: [BoardStats], edges: [EdgeStats] = []) {
        self.connections = connections
        self.residentBytes = residentBytes
        self.boards = boards
        self.edges = edges
    }
}

/// What a board has done.
public struct BoardStats: Hashable, Sendable {
    /// The interface's name, a dot, and the board's: `Maps.searchPlaces`.
    public let board: String
    /// Activations whose handler was started.
    public let calls: UInt64
    /// Activations that failed; a refusal is an answer.
    public let failures: UInt64
    /// Handlers that run now.
    public let inFlight: UInt64
    /// Time between the start and the end of handlers, waiting included, summed up.
    public let time: Duration

    /// A board's counts at one moment.
    public init(board: String, calls: UInt64, failures: UInt64, inFlight: UInt64, time: Duration) {
        self.board = board
        self.calls = calls
        self.failures = failures
        self.inFlight = inFlight
        self.time = time
    }
}

/// What one consumer has called of one board.
public struct EdgeStats: Hashable, Sendable {
    /// The vertical that calls; nil where anybody may connect.
    public let consumer: String?
    /// The interface's name, a dot, and the board's: `Maps.searchPlaces`.
    public let board: String
    /// Activations whose handler was started.
    public let calls: UInt64
    /// Activations that failed; a refusal is an answer.
    public let failures: UInt64
    /// Handlers that run now.
    public let inFlight: UInt64
    /// Time between the start and the end of handlers, waiting included, summed up.
    public let time: Duration
    /// Calls a second in the last four seconds.
    public let perSecond: Double
    /// How long handlers took, in buckets that hold something, shortest first. A handler that ends in the turn of the loop in which its
    /// call was read took less than 1 µs. Empty where the daemon keeps no more histograms.
    public let durations: [DurationCount]

    /// An edge's counts of one board at one moment.
    public init(
        consumer: String?, board: String, calls: UInt64, failures: UInt64, inFlight: UInt64, time: Duration, perSecond: Double,
        durations: [DurationCount]
    ) {
        self.consumer = consumer
        self.board = board
        self.calls = calls
        self.failures = failures
        self.inFlight = inFlight
        self.time = time
        self.perSecond = perSecond
        self.durations = durations
    }
}

/// How many calls took about as long.
public struct DurationCount: Hashable, Sendable {
    /// The first duration that is too long for this bucket; nil for the last one, which has no end. A bucket begins at most an eighth
    /// below its end.
    public let below: Duration?
    /// Calls that ended in that time.
    public let calls: UInt64

    /// A bucket by its end.
    public init(below: Duration?, calls: UInt64) {
        self.below = below
        self.calls = calls
    }
}

/// Asks for the contracts that a daemon serves.
public struct ContractRequest: Idempotent, Hashable, Sendable {
    /// The question has no parts.
    public init() {}
}

/// A contract, so that tools can talk to a daemon that they were not built with.
public struct ServedContract: Hashable, Sendable {
    /// The interface's name: `ClinicalRecords`.
    public let name: String
    /// SHA-256 of the contract without its documentation, as 64 hexadecimal digits.
    public let fingerprint: String
    /// The contract itself, a `ContractDescriptor` in the wire's encoding.
    public let descriptor: [UInt8]

    /// A contract as a daemon serves it.
    public init(name: String, fingerprint: String, descriptor: [UInt8]) {
        self.name = name
        self.fingerprint = fingerprint
        self.descriptor = descriptor
    }
}

/// Asks what a deep link means.
public struct LinkRequest: Idempotent, Hashable, Sendable {
    /// A URL, or a path with a query: `/appointments/7`. At most 4,096 bytes.
    public let url: String

    /// A question about one URL.
    public init(url: String) {
        self.url = url
    }
}

/// What a deep link means to a vertical.
public enum LinkAnswer: Hashable, Sendable {
    /// A pattern of the vertical matches, and leads on.
    case leads(LinkMatch)
    /// A pattern of the vertical matches, and its validator says no.
    case refused(pattern: String, reason: String)
    /// No pattern of the vertical matches: these are all of them.
    case unmatched([String])
    /// What a newer vertical says.
    case unknown(Unrecognized)
}

/// A deep link that a vertical opens.
public struct LinkMatch: Hashable, Sendable {
    /// The pattern that won: `/appointments/{id}`.
    public let pattern: String
    /// Other patterns of the vertical that match as well, and say less.
    public let others: [String]
    /// What the link leads to: a DTO of the vertical, for a flow of the shell.
    public let route: Route

    /// A match by its pattern.
    public init(pattern: String, others: [String] = [], route: Route) {
        self.pattern = pattern
        self.others = others
        self.route = route
    }
}

/// Asks for the spans that a daemon keeps.
public struct SpanRequest: Idempotent, Hashable, Sendable {
    /// Only those of this trace, 32 hexadecimal digits; nil for all.
    public let trace: String?

    /// A question about one trace, or about all.
    public init(trace: String? = nil) {
        self.trace = trace
    }
}

/// The spans that a daemon keeps: the newest of them.
public struct KeptSpans: Hashable, Sendable {
    /// In the order in which they ended.
    public let spans: [SpanRecord]
    /// How many older ones were overwritten since the daemon was started, of any trace.
    public let overwritten: UInt64

    /// What a daemon keeps at one moment.
    public init(spans: [SpanRecord], overwritten: UInt64) {
        self.spans = spans
        self.overwritten = overwritten
    }
}

/// One side of one call of a sampled trace, or a piece of a vertical's own work in it. It has no part of what the call carried.
public struct SpanRecord: Hashable, Sendable {
    /// The trace, 32 hexadecimal digits.
    public let trace: String
    /// The span, 16 hexadecimal digits.
    public let span: String
    /// The span that it is part of; nil for the root of a trace.
    public let parent: String?
    /// Whose side of the call it is.
    public let side: SpanSide
    /// The interface's name, a dot, and the board's: `Maps.searchPlaces`. Of inner work, the name that its code gave it.
    public let board: String
    /// Who called, of a served call: nil where anybody may connect. Who was called, of a made one. Nil for inner work.
    public let peer: String?
    /// When it began.
    public let start: Date
    /// How long it took.
    public let duration: Duration
    /// How it ended.
    public let end: CallEnding
    /// Bytes of the Input with what was said beside it.
    public let inputBytes: Int
    /// Bytes of what was answered.
    public let outputBytes: Int

    /// A span that has ended.
    public init(
        trace: String, span: String, parent: String?, side: SpanSide, board: String, peer: String?, start: Date, duration: Duration,
        end: CallEnding, inputBytes: Int, outputBytes: Int
    ) {
        self.trace = trace
        self.span = span
        self.parent = parent
        self.side = side
        self.board = board
        self.peer = peer
        self.start = start
        self.duration = duration
        self.end = end
        self.inputBytes = inputBytes
        self.outputBytes = outputBytes
    }
}

/// Whose side of a call a span is.
public enum SpanSide: Hashable, Sendable {
    /// The provider's.
    case served
    /// The consumer's: with the way there and back, and with all tries.
    case made
    /// Nobody's: work within the vertical, as its code or a library has named it.
    case inner
    /// What a newer daemon says.
    case unknown(Unrecognized)
}

/// How a call ended.
public enum CallEnding: Hashable, Sendable {
    /// With its output, or with the end of its outputs.
    case answered
    /// By the vertical's own refusal: the number of its case, and nothing of what that holds.
    case refused(number: Int)
    /// By a failure: the number of its code, and of its delivery outcome.
    case failed(code: Int, outcome: Int)
    /// What a newer daemon says.
    case unknown(Unrecognized)
}

/// Asks for calls as they end. Not idempotent: sent again by itself it would start a daemon that has gone because nobody uses it.
public struct WatchRequest: Hashable, Sendable {
    /// The only board whose calls are wanted: `searchPlaces`; nil for all.
    public let board: String?

    /// A request for the calls of one board, or of all.
    public init(board: String? = nil) {
        self.board = board
    }
}

/// Some calls that have ended.
public struct WatchedCalls: Hashable, Sendable {
    /// In the order in which they ended.
    public let calls: [WatchedCall]
    /// How many were dropped before the first of them, because nobody took them in time.
    public let lost: UInt64

    /// Calls that ended one after the other.
    public init(calls: [WatchedCall], lost: UInt64) {
        self.calls = calls
        self.lost = lost
    }
}

/// A call that has ended. It has no part of what the call carried.
public struct WatchedCall: Hashable, Sendable {
    /// The interface's name, a dot, and the board's: `Maps.searchPlaces`.
    public let board: String
    /// Who called; nil where anybody may connect.
    public let consumer: String?
    /// The sampled trace that it belongs to; nil where it belongs to none.
    public let trace: String?
    /// When it began.
    public let start: Date
    /// How long it took.
    public let duration: Duration
    /// How it ended.
    public let end: CallEnding
    /// Bytes of the Input with what was said beside it; nil where the call was older than the watch.
    public let inputBytes: Int?
    /// Bytes of what was answered; nil where the call was older than the watch.
    public let outputBytes: Int?

    /// A call as a watcher sees it.
    public init(
        board: String, consumer: String?, trace: String?, start: Date, duration: Duration, end: CallEnding, inputBytes: Int?,
        outputBytes: Int?
    ) {
        self.board = board
        self.consumer = consumer
        self.trace = trace
        self.start = start
        self.duration = duration
        self.end = end
        self.inputBytes = inputBytes
        self.outputBytes = outputBytes
    }
}

/// Asks what a daemon's own code has counted and measured.
public struct MetricsRequest: Idempotent, Hashable, Sendable {
    /// The question has no parts.
    public init() {}
}

/// What a daemon's own code and its libraries have counted and measured since it was started.
public struct KeptMetrics: Hashable, Sendable {
    /// By their names.
    public let metrics: [MetricRecord]
    /// How often a metric was made when as many were kept as may: nothing of it is kept.
    public let dropped: UInt64

    /// Metrics at one moment.
    public init(metrics: [MetricRecord], dropped: UInt64) {
        self.metrics = metrics
        self.dropped = dropped
    }
}

/// One metric with one set of labels.
public struct MetricRecord: Hashable, Sendable {
    /// Letters, digits and underscores: `http_server_requests`. Metrics of different kinds may have the same.
    public let name: String
    /// By their names, each once.
    public let labels: [MetricLabel]
    /// What it holds.
    public let value: MetricValue

    /// A metric at one moment.
    public init(name: String, labels: [MetricLabel], value: MetricValue) {
        self.name = name
        self.labels = labels
        self.value = value
    }
}

/// What tells metrics of one name apart.
public struct MetricLabel: Hashable, Sendable {
    /// Letters, digits and underscores.
    public let name: String
    /// Any text.
    public let value: String

    /// A label by its name.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// What a metric holds.
public enum MetricValue: Hashable, Sendable {
    /// What only grows.
    case count(Double)
    /// What goes up and down.
    case level(Double)
    /// How often which values came.
    case spread(MetricSpreadRecord)
    /// What a newer daemon says.
    case unknown(Unrecognized)
}

/// How often which values came.
public struct MetricSpreadRecord: Hashable, Sendable {
    /// Whether the values are durations, in nanoseconds.
    public let isDuration: Bool
    /// All values added up.
    public let sum: Double
    /// The buckets that hold something, smallest values first.
    public let buckets: [MetricBucket]

    /// Values by their buckets.
    public init(isDuration: Bool, sum: Double, buckets: [MetricBucket]) {
        self.isDuration = isDuration
        self.sum = sum
        self.buckets = buckets
    }
}

/// How many values were about as large.
public struct MetricBucket: Hashable, Sendable {
    /// The largest value that belongs into this bucket; nil for the last one, which has no end. A bucket begins at most an eighth below its
    /// end, or 1 below it, or 128 ns.
    public let most: Double?
    /// How many values it holds.
    public let count: UInt64

    /// A bucket by its end.
    public init(most: Double?, count: UInt64) {
        self.most = most
        self.count = count
    }
}
