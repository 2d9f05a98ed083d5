/// How the life of one child is governed.
public struct ChildPolicy: Hashable, Sendable {
    /// Whether a child that ended by itself is started again; OTP's words.
    public enum Restart: String, Sendable, CaseIterable {
        /// Always.
        case permanent
        /// Where it ended with a signal, a status other than 0, or before it was ready.
        case transient
        /// Never.
        case temporary
    }

    /// What becomes of a child that has failed.
    public enum Failed: String, Sendable, CaseIterable {
        /// It is tried again after a while, then more rarely: launchd's way.
        case retry
        /// It stays down until somebody starts it: OTP's way.
        case stay
    }

    public var restart: Restart = .permanent
    public var failed: Failed = .retry
    /// How long a child may take until it says READY=1.
    public var startTimeout: Duration = .seconds(30)
    /// How long a child may take to end after SIGTERM, before SIGKILL.
    public var stopGrace: Duration = .seconds(15)
    /// The longest silence of a child that is ready; nil where no signs of life are asked for. A loop that stands still for longer
    /// than callers wait for a provider (ten seconds) is of no use to them; some more is for a machine that is busy.
    public var watchdog: Duration? = .seconds(15)
    /// A child that says STOPPING=1 by itself has nothing to do: it is left alone until somebody calls it.
    public var goesWhenIdle: Bool = false
    /// More restarts than this in `window` are a failure.
    public var maximumRestarts: Int = 5
    public var window: Duration = .seconds(30)
    /// A child that was ready for so long has not failed quickly: it is restarted at once.
    public var settledAfter: Duration = .seconds(1)
    /// The pause after the second quick failure in a row; after the first there is none. It doubles with each further one.
    public var initialBackoff: Duration = .milliseconds(500)
    public var maximumBackoff: Duration = .seconds(30)
    /// How long a child that has failed is left alone. It doubles with each try that fails as well.
    public var initialRetry: Duration = .seconds(60)
    public var maximumRetry: Duration = .seconds(3_600)
    /// The pause before the next start where descriptors or memory were lacking: others need a moment to give some back.
    public var shortagePause: Duration = .seconds(1)

    public init() {}

    /// How long a child lets its calls in flight go on: shorter than ``stopGrace``, by at most five seconds, so that it ends by
    /// itself before it is killed.
    public var drainGrace: Duration { max(stopGrace - .seconds(5), stopGrace * 2 / 3) }

    /// How long a child may take to end after SIGABRT, before SIGKILL: a Swift program writes its trace in a second or two, and goes on
    /// where it was.
    public var abortGrace: Duration { min(stopGrace, .seconds(5)) }

    /// Whether such an end of a process that served concerns the group: OTP's supervisors restart after it.
    func minds(_ exit: ChildExit) -> Bool {
        restart == .permanent || (restart == .transient && exit != .exited(0))
    }

    /// The pause before a restart after the `count`th quick failure in a row; none for 0. The upper half of it is random, so that
    /// children that ended together do not come back together.
    public func backoff(quickFailure count: Int, random: inout some RandomNumberGenerator) -> Duration {
        if count <= 1 { return .zero }
        return Self.doubled(initialBackoff, count - 2, atMost: maximumBackoff) * Double.random(in: 0.5...1, using: &random)
    }

    /// How long a child is left alone that has failed, where `count` tries before have not helped; nil for good.
    /// - Parameter failed: what its group says of that; nil where it has its own way.
    public func retryPause(after count: Int, failed: Failed? = nil) -> Duration? {
        guard failed ?? self.failed == .retry, restart != .temporary else { return nil }
        return Self.doubled(initialRetry, count, atMost: maximumRetry)
    }

    private static func doubled(_ pause: Duration, _ times: Int, atMost longest: Duration) -> Duration {
        min(pause * (1 << min(times, 20)), longest)
    }
}
