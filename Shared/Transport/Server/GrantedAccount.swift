internal import ColonnadeEventLoop

/// One connection's part of its edge's ``ByteAccount``. Calls are counted here, and the edge is only asked for larger amounts. An
/// idle connection keeps at most 8 KiB of unused grant, so ten thousand of them shut nobody out.
final class GrantedAccount {
    private struct Grant {
        var used: Int = 0
        var granted: Int = 0
        /// Whether the connection has gone, so that what its last calls give back goes to the edge at once.
        var isClosed: Bool = false
    }

    private static let chunk: Int = 8 << 10
    private static let mostSlack: Int = 64 << 10

    private let grant: Cell<Grant> = Cell(Grant())
    private let limit: Int
    private let edge: ByteAccount

    init(limit: Int, of edge: ByteAccount) {
        self.limit = limit
        self.edge = edge
    }

    var used: Int { grant.read { $0.used } }

    /// Whether `bytes` more are within every limit.
    func hasRoom(for bytes: Int) -> Bool {
        let (used, granted): (Int, Int) = grant.read { ($0.used, $0.granted) }
        guard bytes <= limit - used else { return false }
        return used + bytes <= granted || edge.hasRoom(for: used + bytes - granted)
    }

    /// Counts `bytes` if they are within every limit.
    func take(_ bytes: Int) -> Bool {
        let isGranted: Bool = grant.change { grant in
            guard grant.used + bytes <= grant.granted, bytes <= limit - grant.used else { return false }
            grant.used += bytes
            return true
        }
        if isGranted { return true }
        guard hasRoom(for: bytes) else { return false }
        add(bytes)
        return true
    }

    /// Counts bytes that are already held, whatever the limits.
    func add(_ bytes: Int) {
        let missing: Int = grant.change { grant in
            grant.used += bytes
            return grant.used - grant.granted
        }
        guard missing > 0 else { return }
        let asked: Int = missing < Self.chunk && edge.hasRoom(for: Self.chunk) ? Self.chunk : missing
        edge.add(asked)
        grant.change { $0.granted += asked }
    }

    func give(back bytes: Int) {
        let excess: Int = grant.change { grant in
            grant.used -= bytes
            assert(grant.used >= 0, "more bytes were given back than were taken")
            let slack: Int = grant.granted - grant.used
            if grant.isClosed { return slack }
            if grant.used == 0 { return slack - Self.chunk }
            return slack > Self.mostSlack && slack > grant.used ? slack - Self.chunk : 0
        }
        if excess > 0 { giveToEdge(excess) }
        if edge.isHalfFull { giveUnused() }
    }

    /// Returns the unused grant to the edge.
    func giveUnused() {
        giveToEdge(grant.read { $0.granted - $0.used })
    }

    /// Keeps no unused grant from now on: calls may end after their connection.
    func close() {
        grant.change { $0.isClosed = true }
        giveUnused()
    }

    private func giveToEdge(_ bytes: Int) {
        guard bytes > 0 else { return }
        grant.change { $0.granted -= bytes }
        edge.give(back: bytes)
    }
}
