internal import DequeModule

/// The calls that wait for their turn: edges take turns, within each its connections, and within each the calls in their order.
///
/// Invariants: an edge is in `edges` exactly while its `calling` is not empty; a connection is in its edge's `calling` exactly while it
/// has calls in `ready` and is not held up.
struct CallLine {
    private var edges: Deque<Edge> = Deque()

    var isEmpty: Bool { edges.isEmpty }

    mutating func append(_ call: ServedActivation, of connection: ServerConnection) {
        connection.ready.append(call)
        if connection.ready.count == 1, !connection.isHeldUp { enter(connection) }
    }

    /// Has a connection take its turns again that was left out by ``popFirst()``.
    mutating func release(_ connection: ServerConnection) {
        guard connection.isHeldUp else { return }
        connection.isHeldUp = false
        if !connection.ready.isEmpty { enter(connection) }
    }

    private mutating func enter(_ connection: ServerConnection) {
        let edge: Edge = connection.edge
        edge.calling.append(connection)
        if edge.calling.count == 1 { edges.append(edge) }
    }

    /// The next call that may be started; a connection that may start none is held up until ``release(_:)``.
    mutating func popFirst() -> ServedActivation? {
        while let edge: Edge = edges.first {
            let connection: ServerConnection = edge.calling[0]
            let call: ServedActivation? = connection.nextCall()
            let isAlone: Bool = edge.calling.count == 1
            if connection.isHeldUp || connection.ready.isEmpty {
                edge.calling.removeFirst()
                if isAlone { edges.removeFirst() }
            } else if !isAlone {
                edge.calling.append(edge.calling.removeFirst())
            }
            if !edge.calling.isEmpty, edges.count > 1 { edges.append(edges.removeFirst()) }
            if let call { return call }
        }
        return nil
    }
}
