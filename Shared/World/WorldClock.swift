public import ColonnadeContract

/// Time, as a vertical sees it.
public struct WorldClock: Sendable {
    /// The machine's own time.
    public static let system: WorldClock = WorldClock(
        now: { Date() },
        uptime: { systemStart.duration(to: .now) },
        sleep: { (duration: Duration) async throws(CancellationError) in
            do { try await Task.sleep(for: duration) } catch { throw CancellationError() }
        })

    private static let systemStart: ContinuousClock.Instant = .now

    /// The date and time; may jump when the machine's clock is set.
    public var now: @Sendable () -> Date
    /// Time since some moment in the past; never jumps. For measuring.
    public var uptime: @Sendable () -> Duration
    /// Waits. Throws where the task is cancelled.
    public var sleep: @Sendable (Duration) async throws(CancellationError) -> Void

    /// A clock from closures, which any thread may call.
    public init(
        now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws(CancellationError) -> Void
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }

    /// A clock that always says the same, and does not wait. For tests.
    public static func fixed(_ date: Date, uptime: Duration = .zero) -> WorldClock {
        WorldClock(
            now: { date }, uptime: { uptime },
            sleep: { (_: Duration) async throws(CancellationError) in
                if Task.isCancelled { throw CancellationError() }
            })
    }
}
