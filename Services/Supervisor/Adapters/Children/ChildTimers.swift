import ColonnadeEventLoop
import SupervisorCore

/// The timers of one child. Belongs to the loop.
final class ChildTimers {
    /// A timer that runs, when it is due, and how long it was to run.
    private struct Running {
        let timer: LoopTimer
        let due: MonotonicTime
        let length: Duration
    }

    private let loop: EventLoop
    private var running: [ChildTimer: Running] = [:]

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// Starts a timer, anew where it runs.
    func arm(_ timer: ChildTimer, _ delay: Duration, _ isDue: @escaping @Sendable () -> Void) {
        arm(timer, delay, due: MonotonicTime.read() + delay, isDue)
    }

    /// Starts a timer that was begun earlier.
    func arm(_ timer: ChildTimer, _ delay: Duration, due deadline: MonotonicTime, _ isDue: @escaping @Sendable () -> Void) {
        running[timer]?.timer.cancel()
        let bound: LoopBound<ChildTimers> = LoopBound(self, loop: loop)
        let scheduled: LoopTimer = loop.schedule(at: deadline) {
            if timer.isToRunAgain(late: MonotonicTime.read() - deadline) { return bound.value.arm(timer, delay, isDue) }
            bound.value.running[timer] = nil
            isDue()
        }
        running[timer] = Running(timer: scheduled, due: deadline, length: delay)
    }

    func disarm(_ timer: ChildTimer) {
        running.removeValue(forKey: timer)?.timer.cancel()
    }

    /// Ends all.
    func disarmAll() {
        for timer: ChildTimer in ChildTimer.allCases { disarm(timer) }
    }

    /// Those that run.
    var all: [(timer: ChildTimer, due: MonotonicTime, length: Duration)] {
        running.map { ($0.key, $0.value.due, $0.value.length) }
    }
}
