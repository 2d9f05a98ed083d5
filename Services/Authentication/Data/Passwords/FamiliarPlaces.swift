private import Synchronization

/// Where accounts have signed in from, by a number for both.
///
/// In memory only: what it protects from, attempts that have failed, is forgotten with a restart as well. Bounded, although only who
/// knows a password adds to it.
public final class FamiliarPlaces: Sendable {
    private let limit: Int
    private let known: Mutex<Set<Int>> = Mutex([])

    /// - Parameter limit: how many there are at most; where there is no room, some other one is forgotten.
    public init(limit: Int = 10_000) {
        self.limit = limit
    }

    public func contains(_ key: Int) -> Bool { known.withLock { $0.contains(key) } }

    public func insert(_ key: Int) {
        known.withLock { known in
            known.insert(key)
            if known.count > limit, let other: Int = known.first(where: { $0 != key }) { known.remove(other) }
        }
    }
}
