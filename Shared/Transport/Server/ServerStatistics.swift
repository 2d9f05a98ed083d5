/// The statistics of one board since the server was created.
public struct BoardStatistics: Hashable, Sendable {
    /// The interface's name: `ClinicalRecords`.
    public let interface: String
    /// The board's name: `searchPlaces`.
    public let board: String
    /// Activations whose handler started, or was cancelled while it waited to start.
    public var calls: UInt64 = 0
    /// Those that ended without the required output and without a refusal; those whose consumer left, too.
    public var failures: UInt64 = 0
    /// Handlers that run or wait to run.
    public var inFlight: Int = 0
    /// The total time of handlers from start to end, waiting included, in nanoseconds.
    public var nanoseconds: UInt64 = 0
    /// How long each handler took, by the loop's clock, which is read once a turn: one that ends in the turn in which its call was read
    /// took nothing. Empty beyond ``Limits/histogramsOfServer``.
    public var durations: DurationHistogram = DurationHistogram()
    private var rate: CallRate = CallRate()

    init(interface: String, board: String) {
        self.interface = interface
        self.board = board
    }

    /// Calls a second in the last four seconds.
    /// - Parameter nanoseconds: the loop's time.
    public func perSecond(at nanoseconds: UInt64) -> Double {
        rate.perSecond(at: nanoseconds)
    }

    mutating func begin(at nanoseconds: UInt64) {
        calls += 1
        inFlight += 1
        rate.count(at: nanoseconds)
    }

    /// - Returns: false if the duration could not be recorded, because the histogram is not open.
    mutating func end(after nanoseconds: UInt64, isFailure: Bool) -> Bool {
        inFlight -= 1
        self.nanoseconds += nanoseconds
        if isFailure { failures += 1 }
        return durations.record(nanoseconds)
    }
}

/// The statistics of one edge since the server was created.
public struct EdgeStatistics: Hashable, Sendable {
    /// The consumer to whom the edge belongs; nil for sockets that anybody may use.
    public let consumer: String?
    /// The statistics of each board, for this edge's calls.
    public let boards: [BoardStatistics]
}

/// The statistics of a server since it was created.
public struct ServerStatistics: Hashable, Sendable {
    /// The open connections.
    public var connections: Int = 0
    /// The accepted connections, including those that were rejected afterwards.
    public var accepted: UInt64 = 0
    /// Calls that wait at barriers; they count as in flight as well.
    public var waitingAtBarriers: Int = 0
    /// Connections that ended because the consumer broke a rule of the wire.
    public var violations: UInt64 = 0
    /// The statistics of each edge.
    public var edges: [EdgeStatistics] = []
    /// The server's boards, as none of them has been called.
    var uncalled: [BoardStatistics] = []

    /// The counts of each board, over all edges; durations and rates are the edges' own.
    public var boards: [BoardStatistics] {
        var boards: [BoardStatistics] = uncalled
        for edge: EdgeStatistics in edges {
            for (position, board): (Int, BoardStatistics) in edge.boards.enumerated() {
                boards[position].calls += board.calls
                boards[position].failures += board.failures
                boards[position].inFlight += board.inFlight
                boards[position].nanoseconds += board.nanoseconds
            }
        }
        return boards
    }
}
