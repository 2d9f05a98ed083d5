import OctopusShell
private import Synchronization

/// Counts event streams: of one browser, of one address at which nobody has signed in, and of all.
final class StreamSeats: Sendable {
    private struct State {
        var all: Int = 0
        /// Of browsers at which nobody has signed in: those of one address can't take the seats of others, nor of people who have.
        var anonymous: Int = 0
        var places: [String: Int] = [:]
        var visitors: [ObjectIdentifier: Int] = [:]
    }

    private let state: Mutex<State> = Mutex(State())

    /// How many seats are taken.
    var count: Int { state.withLock { $0.all } }

    /// Takes a seat; nil where all are taken.
    func take(for visitor: Visitor) -> StreamSeat? {
        let key: ObjectIdentifier = ObjectIdentifier(visitor)
        let place: String? = visitor.person == nil ? visitor.place : nil
        let isFree: Bool = state.withLock { state in
            guard state.all < DoorLimits.streams, state.visitors[key, default: 0] < DoorLimits.streamsOfVisitor else { return false }
            if let place {
                guard state.anonymous < DoorLimits.anonymousStreams, state.places[place, default: 0] < DoorLimits.anonymousStreamsOfAddress
                else { return false }
                state.anonymous += 1
                state.places[place, default: 0] += 1
            }
            state.all += 1
            state.visitors[key, default: 0] += 1
            return true
        }
        return isFree ? StreamSeat(self, visitor, place: place) : nil
    }

    fileprivate func leave(_ visitor: Visitor, _ place: String?) {
        let key: ObjectIdentifier = ObjectIdentifier(visitor)
        state.withLock { state in
            state.all -= 1
            state.visitors[key] = state.visitors[key].flatMap { $0 > 1 ? $0 - 1 : nil }
            guard let place else { return }
            state.anonymous -= 1
            state.places[place] = state.places[place].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }
}

/// One event stream's seat, which is free again when the stream is over.
final class StreamSeat: Sendable {
    private let seats: StreamSeats
    private let visitor: Visitor
    /// The address that the seat counts for; nil where somebody had signed in.
    private let place: String?

    fileprivate init(_ seats: StreamSeats, _ visitor: Visitor, place: String?) {
        self.seats = seats
        self.visitor = visitor
        self.place = place
    }

    deinit { seats.leave(visitor, place) }
}
