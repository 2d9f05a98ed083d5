import ColonnadeEventLoop
import FoundationEssentials
import SupervisorCore

/// Which of the supervisor's programs runs, and what became of those that were to take its place. Belongs to the loop.
final class Incarnation {
    /// The path of the program when it was started: its file may have been replaced since.
    static let executable: String = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""

    /// Counts the programs, from 1.
    let number: UInt64
    let since: Date = Date()
    /// Whether one is on its way into this one's place.
    var isLeaving: Bool = false
    /// Why the last one could not take this one's place.
    var failure: String?
    /// Writes down the suite as it is handed over.
    var prepare: ((_ ticket: String) throws(HandoverError) -> HandoverWriting)?
    /// Puts a program in this one's place that has said that it can take the suite.
    var onAccepted: ((ReexecCandidate) -> Void)?

    init(number: UInt64) {
        self.number = number
        _ = Self.executable
    }
}
