import Colonnade
import Synchronization

/// Time that a test moves by hand.
final class TestClock: Sendable {
    static let start: Date = Date(timeIntervalSince1970: 1_800_000_000)

    private let passed: Mutex<Duration> = Mutex(.zero)

    var world: World {
        World(
            clock: WorldClock(
                now: { [self] in Self.start.addingTimeInterval(Double(uptime.components.seconds)) }, uptime: { [self] in uptime },
                sleep: WorldClock.system.sleep))
    }

    private var uptime: Duration { passed.withLock(\.self) }

    func pass(_ duration: Duration) { passed.withLock { $0 += duration } }
}
