internal import ColonnadeEventLoop

/// A time slice of one turn: about a millisecond, after which others get at least as long.
///
/// It reads the clock only after some work, because most turns have little.
struct TurnSlice {
    private static let nanoseconds: UInt64 = 1_000_000

    /// Pieces of work between two readings of the clock.
    private let between: Int
    private var turn: UInt64 = .max
    /// The first reading, in nanoseconds; 0 before it.
    private var began: UInt64 = 0
    private var left: Int = 0

    init(between: Int) {
        self.between = between
    }

    /// Whether more may be done in this turn.
    mutating func isOpen(_ turn: UInt64) -> Bool {
        if self.turn != turn { (self.turn, began, left) = (turn, 0, between) }
        if left > 0 { return true }
        let now: UInt64 = MonotonicTime.read().nanoseconds
        if began == 0 { began = now }
        guard now &- began < Self.nanoseconds else { return false }
        left = between
        return true
    }

    mutating func count(_ pieces: Int) {
        left -= pieces
    }
}
