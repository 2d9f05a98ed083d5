import ColonnadeContract
private import Synchronization

/// All rules of a motherboard, by board.
final class RuleBook: Sendable {
    /// A `RuleSet<…>` for each board, with that board's types.
    private let sets: Mutex<[BoardID: any Sendable]> = Mutex([:])

    func change<Output, Command, Refused>(_ board: BoardID, _ body: (inout RuleSet<Output, Command, Refused>) -> Void) {
        sets.withLock { sets in
            var set: RuleSet<Output, Command, Refused> = Self.typed(sets[board], board)
            body(&set)
            sets[board] = set
        }
    }

    func rules<Output, Command, Refused>(of board: BoardID) -> RuleSet<Output, Command, Refused> {
        sets.withLock { Self.typed($0[board], board) }
    }

    private static func typed<Output, Command, Refused>(
        _ stored: (any Sendable)?, _ board: BoardID
    ) -> RuleSet<Output, Command, Refused> {
        guard let stored else { return RuleSet() }
        guard let set: RuleSet<Output, Command, Refused> = stored as? RuleSet<Output, Command, Refused> else {
            preconditionFailure("\(board) is used with two different sets of types")
        }
        return set
    }
}
