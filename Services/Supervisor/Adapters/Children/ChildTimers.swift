import ColonnadeEventLoop
import SupervisorCore

/// The timers of one child. Belongs to the loop.
final class ChildTimers {
    /// A timer that comes so much too late says that this process stood still (stopped by a signal, a suspended machine), and not
    /// that the child did.
    private static let standstill: Duration = .seconds(1)

    private let loop: EventLoop
    private var running: [ChildTimer: LoopTimer] = [:]

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// Starts a timer, anew where it runs.
    func arm(_ timer: ChildTimer, _ delay: Duration, _ isDue: @escaping @Sendable () -> Void) {
        running[timer]?.cancel()
        let deadline: MonotonicTime = MonotonicTime.read() + delay
        let bound: LoopBound<ChildTimers> = LoopBound(self, loop: loop)
        running[timer] = loop.schedule(at: deadline) {
            let lateness: Duration = MonotonicTime.read() - deadline
            // The child may have stood still as well, or what it said waits to be read: it gets its time once more.
            if timer.judgesChild, lateness > Self.standstill { return bound.value.arm(timer, delay, isDue) }
            bound.value.running[timer] = nil
            isDue()
        }
    }

    func disarm(_ timer: ChildTimer) {
        running.removeValue(forKey: timer)?.cancel()
    }
}

extension ChildTimer {
    /// Whether the child has done something wrong where the timer comes.
    fileprivate var judgesChild: Bool {
        switch self {
        case .start, .grace, .watchdog: true
        case .backoff, .retry: false
        }
    }
}
