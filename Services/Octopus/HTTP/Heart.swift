import ColonnadeContract
import ColonnadeWorld
private import Synchronization

/// Tells event streams when a sign of life is due: each once in ``DoorLimits/heartbeat``, and not all at the same time.
final class Heart: Sendable {
    /// Between two bells, while anybody listens.
    private static let pause: Duration = .seconds(1)

    private let bells: [NewsBell] = (0..<max(1, Int(DoorLimits.heartbeat.components.seconds))).map { _ in NewsBell() }
    private let last: Atomic<Int> = Atomic(0)

    /// A bell that rings at each sign of life, for one stream.
    func bell() -> NewsBell {
        let number: Int = last.wrappingAdd(1, ordering: .relaxed).oldValue
        return bells[number % bells.count]
    }

    /// Beats until the task is cancelled.
    func beat(_ clock: WorldClock) async {
        var number: Int = 0
        while (try? await clock.sleep(bells.allSatisfy { $0.listenerCount == 0 } ? DoorLimits.heartbeat : Self.pause)) != nil {
            bells[number].ring()
            number = (number + 1) % bells.count
        }
    }
}
