import ColonnadeContract
import ColonnadeSystemIO

/// Counts the log answers that one consumer has open. Belongs to the loop.
final class LogAnswers {
    /// An operator has a few terminals. Each answer holds the files of the logs that it reads, a piece of each, and the lines that a
    /// slow reader has not taken yet; how long the answer is does not matter.
    static let most: Int = 4

    private var open: Int = 0

    func begin() throws(CallFailure<SupervisorRefusal>) {
        guard open < Self.most else {
            throw .exhausted(
                Fault(
                    .exhausted, "\(open) answers with logs are open already: read one to its end, or cancel it, and ask again.",
                    outcome: .notDispatched, retryAfter: .seconds(1)))
        }
        open += 1
    }

    func end() {
        open -= 1
    }
}
