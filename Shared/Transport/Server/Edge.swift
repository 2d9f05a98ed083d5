internal import ColonnadeContract
internal import ColonnadeEventLoop
internal import DequeModule

/// An edge on the provider's side: its consumer, the boards it gives, and its share of the server.
///
/// A server's time and memory are shared by edge first and by connection second, so that whatever a consumer does, on any number
/// of connections, is at its own cost.
final class Edge: LoopCall {
    /// Waiting connections that may read in a turn, as far as its time goes.
    private static let calledUp: Int = 64
    /// How many waiting connections are told at once that there may be room.
    private static let toldAtOnce: Int = 8
    private static let nanosecondsOfQuiet: UInt64 = 1_000_000_000
    private static let nanosecondsOfLook: UInt64 = 1_000_000

    /// The only consumer that may say HELLO; nil for any.
    let consumer: String?
    /// The boards that the consumer declared; nil for all.
    let boards: DeclaredBoards?
    /// The user that the socket was made for, beside root and this process's own; nil for none.
    let owner: UInt32?
    /// What was called through this edge, by the board's position in the server's table.
    let counters: Cell<[BoardStatistics]>
    let inbound: ByteAccount
    let outbound: ByteAccount
    /// Handlers of calls with one output that have started and not ended, also of consumers that have gone.
    let running: Cell<Int> = Cell(0)
    /// Connections with waiting calls, in the order of their turns.
    let calling: Cell<Deque<ServerConnection>> = Cell(Deque())
    /// Bytes of outputs with which handlers wait for credit or room, beside ``outbound``.
    var inHand: Int = 0
    /// The open connections.
    var connections: [ObjectIdentifier: ServerConnection] = [:]
    /// What was used of the current turn.
    private let turn: Cell<Turn> = Cell(Turn())
    /// Connections that wait for bytes to be given back, in order.
    private var waiting: Deque<ServerConnection> = Deque()
    /// When the connections last gave back what quiet streams had reserved, in nanoseconds of the loop's clock.
    private var lookedForQuiet: UInt64 = 0
    /// Whether a timer is set for ``look(_:)``.
    private var isWatched: Bool = false

    init(
        consumer: String?, boards: DeclaredBoards?, owner: UInt32?, limits: Limits, inbound: ByteAccount, outbound: ByteAccount,
        counters: [BoardStatistics]
    ) {
        self.counters = Cell(counters)
        self.consumer = consumer
        self.boards = boards
        self.owner = owner
        self.inbound = ByteAccount(limit: limits.inboundBytesOfEdge, guaranteed: limits.leastBytesOfEdge, in: inbound)
        self.outbound = ByteAccount(limit: limits.outboundBytesOfEdge, guaranteed: limits.leastBytesOfEdge, in: outbound)
    }

    /// Whether no handler runs.
    var isQuiet: Bool { counters.read { $0.allSatisfy { $0.inFlight == 0 } } }

    // MARK: Turns

    private struct Turn {
        /// Readable connections that wait for their turn. They are not looked at meanwhile: to refuse thousands of them again and again
        /// would take longer than to serve them.
        var readers: Deque<ServerConnection> = Deque()
        /// Whether ``callFromLoop()`` is queued.
        var isCallComing: Bool = false
        var slice: TurnSlice = TurnSlice(between: 64)
        /// The streams' share: one that always finds credit and room would otherwise block the loop.
        var outputs: TurnSlice = TurnSlice(between: 16)
    }

    /// How much a connection may read in a turn.
    enum Share {
        case nothing
        /// Little, because others wait.
        case little
        case much
    }

    /// How much `connection` may read in this turn. If nothing, it queues, and is to read no more until it is called up.
    func share(of connection: ServerConnection, turn number: UInt64) -> Share {
        let (share, callsUp): (Share, Bool) = turn.change { turn in
            let isOpen: Bool = turn.slice.isOpen(number)
            if isOpen, turn.readers.isEmpty { return (.much, false) }
            if connection.isCalledUp {
                connection.isCalledUp = false
                if isOpen { return (.little, false) }
                connection.waitsToRead = true
                turn.readers.prepend(connection)
            } else if !connection.waitsToRead {
                connection.waitsToRead = true
                turn.readers.append(connection)
            }
            defer { turn.isCallComing = true }
            return (.nothing, !turn.isCallComing)
        }
        if callsUp { connection.loop.callNextTurn(self) }
        return share
    }

    /// Calls up the first of those who wait to read.
    func callFromLoop() {
        let (called, goesOn): ([ServerConnection], Bool) = turn.change { turn in
            var called: [ServerConnection] = []
            while called.count < Self.calledUp, let connection: ServerConnection = turn.readers.popFirst() {
                // One may have been paused for another reason, or be closing.
                guard connection.waitsToRead else { continue }
                connection.waitsToRead = false
                connection.isCalledUp = true
                called.append(connection)
            }
            turn.isCallComing = !turn.readers.isEmpty
            return (called, turn.isCallComing)
        }
        for connection: ServerConnection in called { connection.pipe.resumeReading() }
        if goesOn, let loop: EventLoop = called.first?.loop { loop.callNextTurn(self) }
    }

    func countFrames(_ count: Int) {
        turn.change { $0.slice.count(count) }
    }

    /// Counts an output.
    /// - Returns: false if it must wait for the next turn.
    func mayEmit(turn number: UInt64) -> Bool {
        turn.change { turn in
            guard turn.outputs.isOpen(number) else { return false }
            turn.outputs.count(1)
            return true
        }
    }

    /// Counts bytes that wait in memory: a long output takes as much time as many short ones.
    func countUnread(_ bytes: Int) {
        turn.change { $0.outputs.count(bytes >> 14) }
    }

    // MARK: Waiting for room

    /// Calls ``ServerConnection/roomCame()`` of `connection` when bytes are given back.
    func wait(_ connection: ServerConnection) {
        guard !connection.waitsForEdge else { return }
        connection.waitsForEdge = true
        waiting.append(connection)
    }

    var hasWaiting: Bool { !waiting.isEmpty }

    /// Tells some of the waiting connections that there may be room; what they then do tells others.
    func tellWaiting() {
        var left: Int = min(Self.toldAtOnce, waiting.count)
        while left > 0, let connection: ServerConnection = waiting.popFirst() {
            connection.waitsForEdge = false
            if connection.roomCame() { left -= 1 }
        }
    }

    /// Gives back what is reserved for the first outputs of streams that have been quiet for a second: they may be so for hours. Looks
    /// once in a second, for about a millisecond: who has given back is passed over the next time.
    /// - Returns: whether there were any.
    func giveBackQuiet(at now: UInt64) -> Bool {
        guard now &- lookedForQuiet >= Self.nanosecondsOfQuiet else { return false }
        lookedForQuiet = now
        let end: UInt64 = MonotonicTime.read().nanoseconds + Self.nanosecondsOfLook
        var gaveBack: Bool = false
        for connection: ServerConnection in connections.values where connection.giveBackQuiet(since: now &- Self.nanosecondsOfQuiet) {
            gaveBack = true
            if MonotonicTime.read().nanoseconds > end { break }
        }
        return gaveBack
    }

    // MARK: Nearly full

    /// How many connections this edge may have.
    /// - Parameter edges: all edges of the server.
    func mostConnections(among edges: [Edge], limits: Limits) -> Int {
        guard edges.count > 1 else { return limits.connections }
        var taken: Int = 0
        for edge: Edge in edges where edge !== self { taken += max(edge.connections.count, limits.connectionsKeptForEdge) }
        return max(min(limits.connections / 2, limits.connections - taken), min(limits.connectionsKeptForEdge, limits.connections))
    }

    /// Starts looking for connections that are dead or do not read, once the edge has used three quarters of its limit.
    func watch(_ core: ServerCore) {
        guard !isWatched, isNearlyFull(core) else { return }
        isWatched = true
        core.loop.schedule(after: .seconds(core.limits.idleSeconds)) { [bound = LoopReference(self, loop: core.loop), core = core.bound] in
            bound.value.look(core.value)
        }
    }

    private func look(_ core: ServerCore) {
        isWatched = false
        guard isNearlyFull(core) else { return }
        for connection: ServerConnection in connections.values.sorted(by: { $0.number < $1.number }) { connection.lookForLife() }
        watch(core)
    }

    private func isNearlyFull(_ core: ServerCore) -> Bool {
        connections.count * 4 > mostConnections(among: core.edges, limits: core.limits) * 3
            || outbound.used * 4 > core.limits.outboundBytesOfEdge * 3 || inbound.used * 4 > core.limits.inboundBytesOfEdge * 3
    }
}
