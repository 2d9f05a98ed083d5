import ColonnadeEventLoop
import FoundationEssentials
import SupervisorCore

/// What the supervisor holds for one vertical, beside the state of its life. Belongs to the loop.
final class ChildSlot {
    /// How one process ended.
    struct Ending {
        let generation: UInt64
        let exit: ChildExit
        let date: Date
        /// Whether nobody had asked for it.
        let isCrash: Bool
    }

    /// Endings that are remembered.
    private static let keptEndings: Int = 64

    /// Its program, as it was when it was last started or looked at.
    var vertical: SuitePlan.Vertical
    let log: VerticalLog
    let notify: DatagramSocket
    var process: ChildProcess?
    var timers: [ChildTimer: LoopTimer] = [:]
    var since: Date = Date()
    /// The state that was last told, with what follows from it.
    var told: ChildState = .stopped
    /// What it said by STATUS=.
    var status: String?
    private(set) var endings: [Ending] = []

    init(vertical: SuitePlan.Vertical, log: VerticalLog, notify: DatagramSocket) {
        self.vertical = vertical
        self.log = log
        self.notify = notify
    }

    func remember(_ ending: Ending) {
        endings.append(ending)
        if endings.count > Self.keptEndings { endings.removeFirst() }
    }
}
