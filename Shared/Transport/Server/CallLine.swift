internal import DequeModule

/// The waiting calls of one connection.
struct CallLane {
    var calls: Deque<ServedActivation> = Deque()
    /// Whether they wait until the consumer has read or other calls have ended.
    var isHeldUp: Bool = false
}

/// The waiting calls, scheduled round robin: edges take turns, within an edge its connections do, and a connection's calls keep
/// their order.
///
/// Invariants: an edge is in `edges` exactly while its `calling` is not empty; a connection is in its edge's `calling` exactly
/// while it has calls in its lane and is not held up. `only` was added while nothing else was waiting.
struct CallLine {
    private var edges: Deque<Edge> = Deque()
    /// The fast path: most calls wait alone.
    private var only: ServedActivation?

    var isEmpty: Bool { only == nil && edges.isEmpty }

    mutating func append(_ call: ServedActivation, of connection: ServerConnection) {
        if isEmpty, connection.lane.read({ $0.calls.isEmpty }) {
            only = call
            return
        }
        let enters: Bool = connection.lane.change { lane in
            lane.calls.append(call)
            return lane.calls.count == 1 && !lane.isHeldUp
        }
        if enters { enter(connection) }
    }

    /// Lets a connection take turns again that ``popFirst()`` held up.
    mutating func release(_ connection: ServerConnection) {
        let enters: Bool = connection.lane.change { lane in
            defer { lane.isHeldUp = false }
            return lane.isHeldUp && !lane.calls.isEmpty
        }
        if enters { enter(connection) }
    }

    private mutating func enter(_ connection: ServerConnection) {
        let isFirst: Bool = connection.edge.calling.change { calling in
            calling.append(connection)
            return calling.count == 1
        }
        if isFirst { edges.append(connection.edge) }
    }

    /// The next call that may start. A connection that may start none is held up until ``release(_:)``.
    mutating func popFirst() -> ServedActivation? {
        if let call: ServedActivation = only.take() {
            let connection: ServerConnection = call.connection
            if connection.mayStart(call) { return call }
            connection.lane.change { lane in
                // If other calls came after it, the connection is already in the line, and is held up there.
                if lane.calls.isEmpty { lane.isHeldUp = true }
                lane.calls.prepend(call)
            }
        }
        while let edge: Edge = edges.first {
            let connection: ServerConnection = edge.calling.read { $0[0] }
            let (call, isOver): (ServedActivation?, Bool) = connection.nextCall()
            let isLast: Bool = edge.calling.change { calling in
                if isOver {
                    calling.removeFirst()
                } else if calling.count > 1 {
                    calling.append(calling.removeFirst())
                }
                return calling.isEmpty
            }
            if isLast {
                edges.removeFirst()
            } else if edges.count > 1 {
                edges.append(edges.removeFirst())
            }
            if let call { return call }
        }
        return nil
    }
}
