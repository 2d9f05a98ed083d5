internal import DequeModule

/// The calls of one connection that wait for their turn.
struct CallLane {
    var calls: Deque<ServedActivation> = Deque()
    /// They wait until the consumer has read, or other calls have ended.
    var isHeldUp: Bool = false
}

/// The calls that wait for their turn: edges take turns, within each its connections, and within each the calls in their order.
///
/// Invariants: an edge is in `edges` exactly while its `calling` is not empty; a connection is in its edge's `calling` exactly while it
/// has calls in its lane and is not held up. `only` came while nothing else was there.
struct CallLine {
    private var edges: Deque<Edge> = Deque()
    /// Most calls have nobody beside them.
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

    /// Has a connection take its turns again that was left out by ``popFirst()``.
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

    /// The next call that may be started; a connection that may start none is held up until ``release(_:)``.
    mutating func popFirst() -> ServedActivation? {
        if let call: ServedActivation = only.take() {
            let connection: ServerConnection = call.connection
            if connection.mayStart(call) { return call }
            connection.lane.change { lane in
                // Where others came behind it, the connection is in the line, and held up there.
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
