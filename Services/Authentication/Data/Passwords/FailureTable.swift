private import Synchronization

/// How often attempts have failed, by a number for what was tried. Bounded: where there is no room, half of it is forgotten, those with
/// the fewest failures first. In memory only: a restart forgives.
public final class FailureTable: Sendable {
    /// The longest pause.
    public static let longest: Duration = .seconds(300)
    /// What was left alone for so long begins anew.
    private static let memory: Duration = .seconds(3600)

    private struct Entry {
        var failures: Int = 0
        var last: Duration = .zero
        var openAt: Duration = .zero
        /// Until when failures were forgiven with time.
        var forgivenAt: Duration

        /// Takes one failure back for each such time that has passed.
        mutating func forgive(oneEach time: Duration, now: Duration) {
            let times: Int = Int((now - forgivenAt) / time)
            failures = max(0, failures - times)
            forgivenAt += time * times
        }
    }

    private let free: Int
    private let limit: Int
    private let forgiving: Duration?
    private let uptime: @Sendable () -> Duration
    private let entries: Mutex<[Int: Entry]> = Mutex([:])

    /// - Parameters:
    ///   - free: so many failures cost nothing.
    ///   - limit: how many things may have failed at most.
    ///   - forgiving: how long it takes until one failure is forgotten while there are others; nil where they are forgotten together.
    ///   - uptime: time that never jumps.
    public init(free: Int, limit: Int = 10_000, forgiving: Duration? = nil, uptime: @escaping @Sendable () -> Duration) {
        self.free = free
        self.limit = limit
        self.forgiving = forgiving
        self.uptime = uptime
    }

    public var count: Int { entries.withLock(\.count) }

    /// Counts an attempt as failed.
    /// - Returns: nil, or for how long no attempt may be made; it was not counted then.
    public func begin(_ key: Int) -> Duration? {
        let now: Duration = uptime()
        return entries.withLock { entries in
            var entry: Entry = entries[key] ?? Entry(forgivenAt: now)
            if now - entry.last > Self.memory { entry = Entry(forgivenAt: now) }
            guard now >= entry.openAt else { return entry.openAt - now }
            if let forgiving { entry.forgive(oneEach: forgiving, now: now) }
            if entries[key] == nil, entries.count >= limit { Self.makeRoom(in: &entries) }
            entry.failures += 1
            entry.last = now
            entry.openAt = now + pause(after: entry.failures)
            entries[key] = entry
            return nil
        }
    }

    /// Forgets the failures.
    public func succeed(_ key: Int) {
        entries.withLock { $0[key] = nil }
    }

    /// Takes one attempt back.
    public func withdraw(_ key: Int) {
        entries.withLock { entries in
            guard var entry: Entry = entries[key] else { return }
            entry.failures -= 1
            entry.openAt = .zero
            entries[key] = entry.failures > 0 ? entry : nil
        }
    }

    /// 1 s, 2 s, 4 s and so on.
    private func pause(after failures: Int) -> Duration {
        guard failures >= free else { return .zero }
        return min(.seconds(1 << min(failures - free, 20)), Self.longest)
    }

    /// Half at a time: to look for the least one at every attempt would cost more than refusing it.
    private static func makeRoom(in entries: inout [Int: Entry]) {
        let worst: [(key: Int, value: Entry)] = entries.sorted { one, other in
            (one.value.failures, one.value.last) > (other.value.failures, other.value.last)
        }
        entries = Dictionary(uniqueKeysWithValues: worst.prefix(entries.count / 2).map { ($0.key, $0.value) })
    }
}
