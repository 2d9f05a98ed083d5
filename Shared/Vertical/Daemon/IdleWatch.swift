import ColonnadeEventLoop
internal import ColonnadeTransport

/// Notices that nobody has called a daemon for a while: no call began in that time, and none is in flight. Belongs to the loop.
///
/// It counts at fixed intervals, so that calls need not touch a timer; a daemon may stay a quarter longer than was asked.
final class IdleWatch {
    private static let shortestInterval: Duration = .milliseconds(10)

    private let servers: [Server]
    private let limit: Duration
    private let loop: EventLoop
    private let onIdle: @Sendable () -> Void
    private var calls: UInt64 = 0
    private var quietSince: MonotonicTime

    /// - Parameters:
    ///   - limit: how long nobody may call.
    ///   - onIdle: called once.
    init(_ servers: [Server], after limit: Duration, loop: EventLoop, onIdle: @escaping @Sendable () -> Void) {
        self.servers = servers
        self.limit = limit
        self.loop = loop
        self.onIdle = onIdle
        quietSince = loop.now
        wait()
    }

    private func wait() {
        let bound: LoopBound<IdleWatch> = LoopBound(self, loop: loop)
        loop.schedule(after: max(limit / 4, Self.shortestInterval)) {
            bound.value.loop.startDetachedTask { await bound.value.look() }
        }
    }

    /// Whoever looks at a daemon does not use it: `top` and `watch` must not keep an idle one alive.
    private static func isLooking(_ board: BoardStatistics) -> Bool {
        board.interface == "Introspection" && ["stats", "spans", "watch"].contains(board.board)
    }

    private func look() async {
        var (begun, inFlight): (UInt64, Int) = (0, 0)
        for server: Server in servers {
            let boards: [BoardStatistics] = await server.statistics.boards.filter { !Self.isLooking($0) }
            begun += boards.reduce(0) { $0 + $1.calls }
            inFlight += boards.reduce(0) { $0 + $1.inFlight }
        }
        if begun != calls || inFlight > 0 { (calls, quietSince) = (begun, loop.now) }
        if loop.now - quietSince >= limit { onIdle() } else { wait() }
    }
}
