import ColonnadeEventLoop
import SupervisorCore

/// One process of a vertical, and the timers of its life: a vertical has several while one takes another's place. Belongs to the loop.
final class ChildSeat {
    let timers: ChildTimers
    var process: ChildProcess?
    /// Looks whether the process is ready, where it does not say so itself.
    var probe: ReadinessProbe?
    /// What the process writes, how many lines the log had before it, and when it was started.
    var output: PipeReader?
    var firstLine: Int = 0
    var started: MonotonicTime = .read()
    /// The generation that is to be started once its program has said what it is; nil while none is asked.
    var asked: UInt64?
    /// Which of the vertical's processes it is, or was.
    var generation: UInt64 = 0
    /// What it said by STATUS=.
    var status: String?

    /// The edges whose sockets it was handed.
    var edges: [SuitePlan.Edge] = []

    init(loop: EventLoop) {
        timers = ChildTimers(loop: loop)
    }
}
