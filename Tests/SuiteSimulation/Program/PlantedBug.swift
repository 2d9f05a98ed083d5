/// A bug that is put in on purpose, to see that the ledger finds it.
enum PlantedBug: String, CaseIterable, Sendable {
    /// A caller sends a booking anew, with another key, although a handler may have seen the first.
    case sendsAgain
    /// Callers are told "not dispatched" where the outcome is unknown.
    case tellsWrongOutcome
    /// What tells a stream of a provider that goes to move to its next generation is lost.
    case losesMoved
    /// A vertical answers before its commit is on disk, and a crash undoes the commit.
    case undoesCommit
}
