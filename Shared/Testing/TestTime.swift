import ColonnadeEventLoop
import ColonnadeWorld
public import FoundationEssentials

/// The time in which a test runs a vertical.
public enum TestTime: Hashable, Sendable {
    /// The machine's.
    case real
    /// Time that stands still while anything is to be done, and then goes on at once to the next moment that anybody waits for: a day
    /// passes in milliseconds. It begins at the date, and holds for the vertical's clock, for deadlines and for the transport.
    case virtual(from: Date)

    var loopClock: EventLoop.Clock {
        switch self {
        case .real: .monotonic
        case .virtual: .virtual()
        }
    }

    func clock(of loop: EventLoop) -> WorldClock {
        let start: MonotonicTime = loop.now
        return WorldClock(
            now: {
                switch self {
                case .real: Date()
                case .virtual(let date): date.addingTimeInterval((loop.now - start) / .seconds(1))
                }
            },
            uptime: { .nanoseconds(Int64(clamping: loop.now.nanoseconds)) },
            sleep: { (duration: Duration) async throws(CancellationError) in try await loop.sleep(for: duration) })
    }
}
