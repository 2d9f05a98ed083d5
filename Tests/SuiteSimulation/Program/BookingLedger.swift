import Colonnade
import Synchronization

/// What desks were told of their bookings, kept apart from every vertical: in the end the appointments must be what was told.
final class BookingLedger: Sendable {
    /// What a desk knows of one booking that it has sent; `reason` of the appointment names it.
    enum Told: Hashable, Sendable {
        case unknown
        /// By this appointment's id.
        case confirmed(UUID)
        case refused
        case notDispatched
        /// A later booking of the same wish stands for it, by the desk's mistake.
        case replaced
    }

    struct Entry: Sendable {
        /// What the desk wants: it may send several bookings for it, one after the other.
        let wish: String
        var told: Told
        /// Where it is by what the desk was told last, and whether it still stands.
        var start: Date
        var isBooked: Bool = true
    }

    /// An appointment as the database has it.
    struct Kept: Hashable, Sendable {
        let id: UUID
        let reason: String
        let practitioner: String
        let start: Date
        let isBooked: Bool
    }

    private let entries: Mutex<[String: Entry]> = Mutex([:])

    func opens(_ booking: String, for wish: String, at start: Date) {
        entries.withLock { $0[booking] = Entry(wish: wish, told: .unknown, start: start) }
    }

    func hears(_ told: Told, of booking: String) {
        entries.withLock { $0[booking]?.told = told }
    }

    func moved(_ booking: String, to start: Date) {
        entries.withLock { $0[booking]?.start = start }
    }

    func cancelled(_ booking: String) {
        entries.withLock { $0[booking]?.isBooked = false }
    }

    /// The bookings of one desk that were confirmed.
    func confirmed(by desk: String) -> [(booking: String, id: UUID, entry: Entry)] {
        entries.withLock { entries in
            entries.sorted { $0.key < $1.key }.compactMap { booking, entry in
                guard booking.hasPrefix(desk + " "), case .confirmed(let id) = entry.told else { return nil }
                return (booking, id, entry)
            }
        }
    }

    /// How many bookings were told what.
    var counts: (confirmed: Int, refused: Int, notDispatched: Int, unknown: Int) {
        entries.withLock { entries in
            let told: [Told] = entries.values.map(\.told)
            let others: Int = told.count { $0 == .refused } + told.count { $0 == .notDispatched } + told.count { $0 == .unknown }
            return (
                told.count - others, told.count { $0 == .refused }, told.count { $0 == .notDispatched }, told.count { $0 == .unknown }
            )
        }
    }

    /// What does not fit between what was told and what there is.
    func faults(against kept: [Kept]) -> [String] {
        let entries: [String: Entry] = entries.withLock { $0 }
        var faults: [String] = []
        for (booking, entry): (String, Entry) in entries.sorted(by: { $0.key < $1.key }) {
            let found: [Kept] = kept.filter { $0.reason == booking }
            faults += Self.faults(of: booking, entry, found)
        }
        for (wish, bookings): (String, [(key: String, value: Entry)]) in Dictionary(grouping: entries, by: \.value.wish)
            .sorted(by: { $0.key < $1.key })
        {
            let made: Int = kept.count { one in bookings.contains { $0.key == one.reason } }
            let confirmed: Int = bookings.count { if case .confirmed = $0.value.told { true } else { false } }
            if made != confirmed { faults.append("\(wish) was confirmed \(confirmed) times, and exists \(made) times") }
        }
        faults += kept.filter { entries[$0.reason] == nil }.map { "\($0.reason) is booked, and nobody has asked for it" }
        return faults + Self.doubles(in: kept)
    }

    private static func faults(of booking: String, _ entry: Entry, _ found: [Kept]) -> [String] {
        switch entry.told {
        case .confirmed(let id):
            guard found.count == 1, let kept: Kept = found.first else {
                return ["\(booking) was confirmed, and exists \(found.count) times"]
            }
            let isSame: Bool = kept.id == id && kept.isBooked == entry.isBooked && (kept.start == entry.start || !entry.isBooked)
            return isSame ? [] : ["\(booking) is not as it was told: \(kept)"]
        case .refused: return found.isEmpty ? [] : ["\(booking) was refused, and exists"]
        case .notDispatched: return found.isEmpty ? [] : ["\(booking) was said to be not dispatched, and exists"]
        case .replaced: return []
        case .unknown: return ["nobody knows what became of \(booking)"]
        }
    }

    /// Slots that more than one appointment has.
    private static func doubles(in kept: [Kept]) -> [String] {
        Dictionary(grouping: kept.filter(\.isBooked)) { "\($0.practitioner) at \($0.start)" }.filter { $0.value.count > 1 }.keys.sorted()
            .map { "\($0) is booked twice" }
    }
}
