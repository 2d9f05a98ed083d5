public import ColonnadeWorld

/// Keeps a keyring as fresh as who signs sessions says. Where that one can not be reached, what was known stays.
public struct SessionFollower: Sendable {
    /// What is said, from the beginning; ends where the connection does.
    public typealias Source = @Sendable () -> any AsyncSequence<SessionChange, any Error> & Sendable

    /// The pause before the first new try, and the longest one.
    private static let pauses: (first: Duration, longest: Duration) = (.milliseconds(50), .seconds(10))

    private let keyring: SessionKeyring
    private let clock: WorldClock
    private let chance: Chance
    private let source: Source

    /// A follower that fills `keyring` once it runs.
    /// - Parameters:
    ///   - keyring: what is kept fresh.
    ///   - clock: measures the pauses between two tries.
    ///   - chance: spreads them, so that followers do not come back all at once.
    ///   - source: opens what is said, each time from the beginning.
    public init(keyring: SessionKeyring, clock: WorldClock, chance: Chance, source: @escaping Source) {
        self.keyring = keyring
        self.clock = clock
        self.chance = chance
        self.source = source
    }

    /// Follows until the task is cancelled.
    public func run() async {
        var pause: Duration = Self.pauses.first
        while !Task.isCancelled {
            if await follow() { pause = Self.pauses.first }
            do throws(CancellationError) {
                // Many verticals lose the same connection at the same time, and should not come back at the same time.
                try await clock.sleep(pause * chance.number(in: 50...100) / 100)
            } catch {
                return
            }
            pause = min(pause * 2, Self.pauses.longest)
        }
    }

    /// - Returns: whether what is known was said to its end.
    private func follow() async -> Bool {
        var keys: [[UInt8]] = []
        var isComplete: Bool = false
        do {
            for try await change: SessionChange in source() {
                switch change {
                case .key(let key):
                    keys.append(key)
                    guard keys.count <= SessionKeyring.mostKeys else { return isComplete }
                    if isComplete { keyring.trust(keys) }
                case .revoked(let revocations): keyring.revoke(revocations, now: clock.now())
                case .complete:
                    // Only now: a session that was revoked must not count in between.
                    keyring.trust(keys)
                    isComplete = true
                }
            }
        } catch {
            // What was known stays; who signs sessions is asked again.
        }
        return isComplete
    }
}
