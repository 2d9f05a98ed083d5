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

    public var restart: Restart = .permanent
    /// How long a child may take until it says READY=1.
    public var startTimeout: Duration = .seconds(30)
    /// How long a child may take to end after SIGTERM, before SIGKILL.
    public var stopGrace: Duration = .seconds(15)
    /// The longest silence of a child that gives signs of life; nil where none are asked for.
    public var watchdog: Duration? = .seconds(30)
    /// More restarts than this in `window` are a failure.
    public var maximumRestarts: Int = 5
    public var window: Duration = .seconds(30)
    /// The pause before the second restart in a row; the first comes at once. It doubles with each further one.
    public var initialBackoff: Duration = .milliseconds(500)
    public var maximumBackoff: Duration = .seconds(30)

    public init() {}

    /// How long a child lets its calls in flight go on: shorter than ``stopGrace``, by at most five seconds, so that it ends by
    /// itself before it is killed.
    public var drainGrace: Duration { max(stopGrace - .seconds(5), stopGrace * 2 / 3) }

    /// The pause before the restart that is the `count`th in the window, from 1. The upper half of it is random, so that
    /// children that ended together do not come back together.
    public func backoff(restart count: Int, random: inout some RandomNumberGenerator) -> Duration {
        if count <= 1 { return .zero }
        let doublings: Int = min(count - 2, 20)
        let full: Duration = min(initialBackoff * (1 << doublings), maximumBackoff)
        return full * Double.random(in: 0.5...1, using: &random)
    }
}
