internal import ColonnadeContract
internal import ColonnadeEventLoop
private import Glibc

/// What a server holds on its loop: its connections, where they come in, and what was counted.
final class ServerCore {
    let configuration: ServerConfiguration
    let loop: EventLoop
    let table: BoardTable
    let judge: HandshakeJudge
    let welcome: Welcome
    let handlers: HandlerTasks
    let counters: Cell<[BoardStatistics]>
    /// What stands before the boards, by their position in the table.
    let barriers: [(any BoardBarrier)?]
    /// Whether a barrier stands before any board.
    let isGuarded: Bool
    /// Calls that wait at barriers.
    var heldBack: [ObjectIdentifier: HeldBackCall] = [:]
    var statistics: ServerStatistics = ServerStatistics()
    private var connections: [ObjectIdentifier: ServerConnection] = [:]
    private var acceptors: [any Acceptor] = []
    private(set) var isDraining: Bool = false
    private var drained: [CheckedContinuation<Void, Never>] = []

    init(configuration: ServerConfiguration, loop: EventLoop) {
        self.configuration = configuration
        self.loop = loop
        table = BoardTable(configuration.dispatchers)
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
        counters = Cell(table.boards.map { BoardStatistics(interface: $0.interface, board: $0.name) })
    }

    var limits: Limits { configuration.limits }

    // MARK: Accepting

    func serve(_ acceptor: any Acceptor, consumer: String?, bound: LoopBound<ServerCore>) throws(AcceptFailure) {
        guard !isDraining else { return acceptor.close() }
        acceptors.append(acceptor)
        try acceptor.start { pipe in bound.value.serve(pipe, consumer: consumer) }
    }

    func serve(_ pipe: any Pipe, consumer: String?) {
        statistics.accepted += 1
        guard let refusal: Reject = refusal(of: pipe) else {
            let connection: ServerConnection = ServerConnection(core: self, pipe: pipe, consumer: consumer)
            connections[ObjectIdentifier(connection)] = connection
            connection.start()
            if isDraining { connection.drain() }
            return
        }
        pipe.start(TurnedAway())
        pipe.writeFrame(FrameHeader(.reject), refusal)
        pipe.closeAfterFlush()
    }

    private func refusal(of pipe: any Pipe) -> Reject? {
        if let peer: PeerCredentials = pipe.peer, peer.uid != 0, peer.uid != geteuid(), !configuration.owners.contains(peer.uid) {
            return Reject(
                code: FailureCode.undeclared.rawValue, message: "User \(peer.uid) may not talk to \(configuration.provider).")
        }
        guard connections.count >= limits.connections else { return nil }
        return Reject(
            code: FailureCode.exhausted.rawValue,
            message: "\(configuration.provider) has \(limits.connections) connections, which is the limit.",
            retryAfter: .milliseconds(100))
    }

    func remove(_ connection: ServerConnection) {
        connections[ObjectIdentifier(connection)] = nil
        finishDrain()
    }

    func snapshot() -> ServerStatistics {
        var statistics: ServerStatistics = statistics
        statistics.connections = connections.count
        statistics.waitingAtBarriers = heldBack.count
        statistics.boards = counters.read { copy $0 }
        return statistics
    }

    // MARK: The end

    func drain(_ continuation: CheckedContinuation<Void, Never>) {
        isDraining = true
        drained.append(continuation)
        for acceptor: any Acceptor in acceptors { acceptor.close() }
        acceptors.removeAll()
        for connection: ServerConnection in Array(connections.values) { connection.drain() }
        sendAwayHeldBack()
        finishDrain()
    }

    func close() {
        isDraining = true
        for acceptor: any Acceptor in acceptors { acceptor.close() }
        acceptors.removeAll()
        for connection: ServerConnection in Array(connections.values) { connection.close() }
        handlers.close()
    }

    /// Ends a drain that took too long: handlers get a second to see that they are cancelled, consumers to read it.
    func endDrain(_ bound: LoopBound<ServerCore>) {
        for connection: ServerConnection in Array(connections.values) { connection.cutOff() }
        loop.schedule(after: .seconds(1)) {
            bound.value.close()
            bound.value.resumeDrained()
        }
    }

    func handlerEnded() {
        if isDraining { finishDrain() }
    }

    private func finishDrain() {
        guard isDraining, connections.isEmpty, counters.read({ $0.allSatisfy { $0.inFlight == 0 } }) else { return }
        resumeDrained()
    }

    private func resumeDrained() {
        handlers.close()
        var waiting: [CheckedContinuation<Void, Never>] = []
        swap(&waiting, &drained)
        for continuation: CheckedContinuation<Void, Never> in waiting { continuation.resume() }
    }
}

/// Reads nothing from a peer that was turned away.
private final class TurnedAway: PipeHandler {
    func pipeDidRead(_ bytes: borrowing Span<UInt8>) {}

    func pipeDidDrain() {}

    func pipeDidEnd(_ end: PipeEnd) {}
}
