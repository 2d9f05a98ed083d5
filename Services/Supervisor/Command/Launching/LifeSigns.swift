import ColonnadeEventLoop
import FoundationEssentials
import SupervisorAdapters

/// What the supervisor says of itself to whoever started it, by the protocol of sd_notify(3).
struct LifeSigns: Sendable {
    let loop: EventLoop

    /// Says that the suite is ready, and from then on that the loop is alive, where somebody wants to know.
    func begin() {
        notify("READY=1")
        if let interval { beat(every: interval / 2) }
    }

    /// How long the manager bears silence; nil where it does not count, or counts another process.
    private var interval: Duration? {
        let environment: [String: String] = ProcessInfo.processInfo.environment
        let own: String = "\(ProcessInfo.processInfo.processIdentifier)"
        guard let text: String = environment["WATCHDOG_USEC"], let microseconds: Int64 = Int64(text), microseconds > 0,
            environment["WATCHDOG_PID"] ?? own == own
        else { return nil }
        return .microseconds(microseconds)
    }

    /// From a timer of the loop: a loop that stands still sends none.
    private func beat(every pause: Duration) {
        notify("WATCHDOG=1")
        loop.schedule(after: pause) { beat(every: pause) }
    }

    private func notify(_ text: String) {
        ReadinessNotice.tell(text)
    }
}
