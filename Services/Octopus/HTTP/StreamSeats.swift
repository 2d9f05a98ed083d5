import OctopusShell
private import Synchronization

/// Counts event streams: of one browser, and of all.
final class StreamSeats: Sendable {
    private struct State {
        var all: Int = 0
        var visitors: [ObjectIdentifier: Int] = [:]
    }

    private let state: Mutex<State> = Mutex(State())

    /// Takes a seat; nil where all are taken.
    func take(for visitor: Visitor) -> StreamSeat? {
        let key: ObjectIdentifier = ObjectIdentifier(visitor)
        let isFree: Bool = state.withLock { state in
            guard state.all < DoorLimits.streams, state.visitors[key, default: 0] < DoorLimits.streamsOfVisitor else { return false }
            state.all += 1
            state.visitors[key, default: 0] += 1
            return true
        }
        return isFree ? StreamSeat(self, visitor) : nil
    }

    fileprivate func leave(_ visitor: Visitor) {
        let key: ObjectIdentifier = ObjectIdentifier(visitor)
        state.withLock { state in
            state.all -= 1
            state.visitors[key] = state.visitors[key].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }
}

/// One event stream's seat, which is free again when the stream is over.
final class StreamSeat: Sendable {
    private let seats: StreamSeats
    private let visitor: Visitor

    fileprivate init(_ seats: StreamSeats, _ visitor: Visitor) {
        self.seats = seats
        self.visitor = visitor
    }

    deinit { seats.leave(visitor) }
}
