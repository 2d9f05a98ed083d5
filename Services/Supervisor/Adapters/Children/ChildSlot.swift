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
        /// Names its crash report; nil where it was asked to end.
        let report: String?
    }

    /// Endings that are remembered.
    private static let keptEndings: Int = 64

    let log: VerticalLog
    let notify: DatagramSocket
    let timers: ChildTimers
    /// Its program, as it was when it was last started or looked at.
    private(set) var vertical: SuitePlan.Vertical
    var process: ChildProcess?
    /// Looks whether the process is ready, where it does not say so itself.
    var probe: ReadinessProbe?
    /// What the process writes, how many lines the log had before it, and when it was started.
    var output: PipeReader?
    var firstLine: Int = 0
    var started: MonotonicTime = .read()
    /// The generation that is to be started once its program has said what it is; nil while none is asked.
    var asked: UInt64?
    var since: Date = Date()
    /// The state that was last told, with what follows from it.
    var told: ChildState = .stopped
    /// What it said by STATUS=.
    var status: String?
    private(set) var endings: [Ending] = []

    init(vertical: SuitePlan.Vertical, log: VerticalLog, notify: DatagramSocket, loop: EventLoop) {
        self.vertical = vertical
        self.log = log
        self.notify = notify
        timers = ChildTimers(loop: loop)
    }

    /// The program that was looked at is the one that is started from now on.
    func take(_ look: ProgramLook) {
        vertical = vertical.with(look.description, identity: look.identity)
    }

    func remember(_ ending: Ending) {
        endings.append(ending)
        if endings.count > Self.keptEndings { endings.removeFirst() }
    }
}
