internal import ColonnadeContract

/// The delay before the next attempt: doubles with each failure, up to a limit.
struct Backoff {
    private let first: Int
    private let longest: Int
    private var failures: Int = 0

    init(_ limits: Limits) {
        first = limits.backoffMilliseconds
        longest = limits.longestBackoffMilliseconds
    }

    /// Counts a failure and returns the delay.
    mutating func next() -> Duration {
        failures += 1
        return delay(afterFailures: failures)
    }

    /// - Parameter failures: 1 or more.
    func delay(afterFailures failures: Int) -> Duration {
        .milliseconds(min(first << min(max(failures, 1) - 1, 20), longest))
    }

    mutating func reset() {
        failures = 0
    }
}
