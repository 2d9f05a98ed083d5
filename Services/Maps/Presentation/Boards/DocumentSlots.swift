import Colonnade
import Synchronization

/// Counts the documents that are in memory, so that no number of callers can fill it.
final class DocumentSlots: Sendable {
    private let limit: Int
    private let taken: Mutex<Int> = Mutex(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a slot, to be given back once.
    /// - Throws: a `Fault` with the code `exhausted` where all are taken.
    func take() throws(Fault) {
        let isFree: Bool = taken.withLock { taken in
            guard taken < limit else { return false }
            taken += 1
            return true
        }
        guard isFree else {
            throw Fault(.exhausted, "\(limit) documents are being loaded already; try again once one is done.", outcome: .done)
        }
    }

    func giveBack() {
        taken.withLock { $0 -= 1 }
    }
}
