internal import ColonnadeContract
internal import ColonnadeEventLoop
private import Glibc

/// A server's state on its loop: its connections, their acceptors, and the statistics.
final class ServerCore: LoopMember {
    /// From this many bytes of bodies on, returning memory is worth it: the calls' own memory is several times as much.
    private static let muchMemory: Int = 4 << 20
    /// Calls of departed consumers that are ended in a turn: each wakes a handler, which is more work than that.
    private static let mostDepartures: Int = 64

    let configuration: ServerConfiguration
    let loop: EventLoop
    let table: BoardTable
    let judge: HandshakeJudge
    let welcome: Welcome
    let handlers: HandlerTasks
    /// The statistics of boards that nobody has called: each edge counts its own calls, from here on.
    let uncalled: [BoardStatistics]
    /// The barriers, by their board's position in the table.
    let barriers: [(any BoardBarrier)?]
    /// Whether any board has a barrier.
    let isGuarded: Bool
    /// The expected sizes of answers, by their board's position in the table.
    let answers: Cell<ExpectedAnswers>
    /// How many reasons there are to look at each call: those who watch, calls that are looked at already, and that traces are made.
    let attention: Cell<Int>
    /// Whether connections of some edge may wait for bytes to be given back.
    let someWait: Cell<Bool> = Cell(false)
    let watches: CallWatches = CallWatches()
    let inbound: ByteAccount
    let outbound: ByteAccount
    /// Calls that wait at barriers.
    var heldBack: [ObjectIdentifier: HeldBackCall] = [:]
    var statistics: ServerStatistics = ServerStatistics()
    private(set) var edges: [Edge] = []
    private(set) var isDraining: Bool = false
    private var connections: [ObjectIdentifier: ServerConnection] = [:]
    private var acceptors: [any Acceptor] = []
    private var isTellingOthers: Bool = false
    /// How many calls of departed consumers were ended in a turn.
    private var departures: (turn: UInt64, count: Int) = (.max, 0)
    /// How many histograms the edges have.
    private var histograms: Int = 0
    private var drained: [CheckedContinuation<Void, Never>] = []

    init(configuration: ServerConfiguration, loop: EventLoop) {
        self.configuration = configuration
        self.loop = loop
        table = BoardTable(configuration.dispatchers)
        answers = Cell(ExpectedAnswers(boards: table.boards.count))
        inbound = ByteAccount(limit: configuration.limits.inboundBytesOfServer)
        outbound = ByteAccount(limit: configuration.limits.outboundBytesOfServer)
        let contracts: [ContractDescriptor] = configuration.dispatchers.map(\.contract)
        judge = HandshakeJudge(
            provider: configuration.provider, aliases: configuration.aliases, contracts: contracts, table: table)
        let limits: Limits = configuration.limits
        welcome = Welcome(
            provider: configuration.provider, generation: configuration.generation, fingerprint: contracts.first?.fingerprint ?? "",
            limits: PeerLimits(
                frameBytes: UInt32(clamping: limits.frameBytes), streams: UInt32(clamping: limits.streams), outputCredit: 0))
        handlers = HandlerTasks(loop: loop, limits: limits, scope: configuration.scope)
        barriers = table.boards.map { configuration.barriers[BoardID(interface: $0.interface, board: $0.name)] }
        isGuarded = !configuration.barriers.isEmpty
        attention = Cell(configuration.tracer?.makesTraces == true ? 1 : 0)
        uncalled = table.boards.map { BoardStatistics(interface: $0.interface, board: $0.name) }
    }

    var limits: Limits { configuration.limits }

    /// This core, for what is Sendable.
    var bound: LoopReference<ServerCore> { LoopReference(self, loop: loop) }

    /// As they were accepted: where the seed decides, nothing else does.
    private var connectionsInOrder: [ServerConnection] { connections.values.sorted { $0.number < $1.number } }

    // MARK: Accepting

    func serve(
        _ acceptor: any Acceptor, consumer: String?, boards: DeclaredBoards?, owner: UInt32?, bound: LoopBound<ServerCore>
    ) throws(AcceptFailure) {
        guard !isDraining else { return acceptor.close() }
        acceptors.append(acceptor)
        let edge: LoopReference<Edge> = LoopReference(edge(of: consumer, boards, owner), loop: loop)
        try acceptor.start { pipe in bound.value.serve(pipe, edge.value) }
    }

    func serve(_ pipe: any Pipe, consumer: String?, boards: DeclaredBoards?) {
        serve(pipe, edge(of: consumer, boards, nil))
    }

    /// The edge of `consumer`. Sockets that anybody may use share one edge.
    private func edge(of consumer: String?, _ boards: DeclaredBoards?, _ owner: UInt32?) -> Edge {
        if let edge: Edge = edges.first(where: { $0.consumer == consumer && $0.owner == owner }) { return edge }
        let edge: Edge = Edge(
            consumer: consumer, boards: boards, owner: owner, limits: limits, inbound: inbound, outbound: outbound, counters: uncalled)
        edges.append(edge)
        return edge
    }

    private func serve(_ pipe: any Pipe, _ edge: Edge) {
        statistics.accepted += 1
        guard let refusal: Reject = refusal(of: pipe, edge) else {
            let connection: ServerConnection = ServerConnection(number: statistics.accepted, core: self, pipe: pipe, edge: edge)
            connections[ObjectIdentifier(connection)] = connection
            edge.connections[ObjectIdentifier(connection)] = connection
            edge.watch(self)
            connection.start()
            if isDraining { connection.drain() }
            return
        }
        pipe.start(TurnedAway())
        pipe.writeFrame(FrameHeader(.reject), refusal)
        pipe.closeAfterFlush()
    }

    private func refusal(of pipe: any Pipe, _ edge: Edge) -> Reject? {
        if let peer: PeerCredentials = pipe.peer, peer.uid != 0, peer.uid != geteuid(), peer.uid != edge.owner,
            !configuration.owners.contains(peer.uid)
        {
            return Reject(
                code: FailureCode.undeclared.rawValue, message: "User \(peer.uid) may not talk to \(configuration.provider).")
        }
        let most: Int = edge.mostConnections(among: edges, limits: limits)
        guard edge.connections.count >= most else { return nil }
        return Reject(
            code: FailureCode.exhausted.rawValue,
            message: "\(edge.consumer ?? "this socket") has \(most) connections to \(configuration.provider), which is the limit.",
            retryAfter: .milliseconds(100))
    }

    func remove(_ connection: ServerConnection) {
        connections[ObjectIdentifier(connection)] = nil
        connection.edge.connections[ObjectIdentifier(connection)] = nil
        giveBackMemory()
        finishDrain()
    }

    /// Returns memory to the system, a little later, if the peak was high and usage is low.
    func giveBackMemory() {
        let (used, most): (Int, Int) = (inbound.used + outbound.used, inbound.mostUsed + outbound.mostUsed)
        guard most >= Self.muchMemory, used * 8 < most else { return }
        inbound.forgetMost()
        outbound.forgetMost()
        // What ends now is freed in the next turns, and what a database still works on a little later.
        for seconds: Int in [1, 6] { loop.schedule(after: .seconds(seconds)) { [loop] in loop.giveBackMemory() } }
    }

    func snapshot() -> ServerStatistics {
        var statistics: ServerStatistics = statistics
        statistics.connections = connections.count
        statistics.waitingAtBarriers = heldBack.count
        statistics.uncalled = uncalled
        statistics.edges = edges.map { edge in
            EdgeStatistics(consumer: edge.consumer, boards: edge.counters.read { copy $0 })
        }
        return statistics
    }

    /// Makes the histogram of a board for one edge, where there is room for one more, and records its first duration.
    func openHistogram(of position: Int, _ edge: Edge, first nanoseconds: UInt64) {
        guard histograms < limits.histogramsOfServer else { return }
        histograms += 1
        edge.counters.change { boards in
            boards[position].durations.open()
            _ = boards[position].durations.record(nanoseconds)
        }
    }

    // MARK: Watching

    /// The loop's time, to the nanosecond.
    var preciseNow: UInt64 { loop.isVirtual ? loop.now.nanoseconds : MonotonicTime.read().nanoseconds }

    /// Nil where as many watch as may.
    func openWatch(of board: String?) -> CallWatch? {
        guard watches.count < limits.watchesOfServer else { return nil }
        let watch: CallWatch = CallWatch(board: board, capacity: limits.callsOfWatch, loop: loop)
        watches.add(watch)
        attention.change { $0 += 1 }
        return watch
    }

    func close(_ watch: CallWatch) {
        guard watches.remove(watch) else { return }
        attention.change { $0 -= 1 }
    }

    // MARK: The end

    func drain(_ continuation: CheckedContinuation<Void, Never>) {
        isDraining = true
        drained.append(continuation)
        for acceptor: any Acceptor in acceptors { acceptor.close() }
        acceptors.removeAll()
        for connection: ServerConnection in connectionsInOrder { connection.drain() }
        sendAwayHeldBack()
        finishDrain()
    }

    func close() {
        isDraining = true
        watches.end()
        for acceptor: any Acceptor in acceptors { acceptor.close() }
        acceptors.removeAll()
        for connection: ServerConnection in connectionsInOrder { connection.close() }
        handlers.close()
    }

    /// Ends a drain that took too long: handlers get a second to notice their cancellation, and consumers to read it.
    func endDrain(_ bound: LoopBound<ServerCore>) {
        for connection: ServerConnection in connectionsInOrder { connection.cutOff() }
        loop.schedule(after: .seconds(1)) {
            bound.value.close()
            bound.value.resumeDrained()
        }
    }

    func handlerEnded() {
        giveBackMemory()
        if isDraining { finishDrain() }
    }

    private func finishDrain() {
        guard isDraining, connections.isEmpty, edges.allSatisfy({ $0.isQuiet }) else { return }
        resumeDrained()
    }

    private func resumeDrained() {
        handlers.close()
        var waiting: [CheckedContinuation<Void, Never>] = []
        swap(&waiting, &drained)
        for continuation: CheckedContinuation<Void, Never> in waiting { continuation.resume() }
    }
}

/// Ignores the input of a rejected peer.
private final class TurnedAway: PipeHandler {
    func pipeDidRead(_ bytes: borrowing Span<UInt8>) {}

    func pipeDidDrain() {}

    func pipeDidEnd(_ end: PipeEnd) {}
}

extension ServerCore {
    /// Bytes were given back: those who wait at the edge are told at once, and others, for whom the server may have room now, a little later.
    func tellWaiting(_ edge: Edge) {
        edge.tellWaiting()
        guard someWait.read({ $0 }), !isTellingOthers else { return }
        isTellingOthers = true
        loop.execute { [bound] in bound.value.tellAll() }
    }

    private func tellAll() {
        isTellingOthers = false
        for edge: Edge in edges where edge.hasWaiting { edge.tellWaiting() }
        let isAnyLeft: Bool = edges.contains(where: \.hasWaiting)
        someWait.change { $0 = isAnyLeft }
    }

    /// Whether one more handler of a call with one output may run on `edge`.
    func mayRun(on edge: Edge) -> Bool {
        let running: Int = edge.running.read { $0 }
        if running < limits.handlersKeptForEdge { return true }
        return running < limits.handlersOfEdge && edges.reduce(0) { $0 + $1.running.read { $0 } } < limits.handlersOfServer
    }

    /// Whether one more call of a consumer that has gone may be ended in this turn.
    func mayEndMore() -> Bool {
        if departures.turn != loop.turn { departures = (loop.turn, 0) }
        departures.count += 1
        return departures.count <= Self.mostDepartures
    }
}
