private import Synchronization

/// How often attempts have failed, by name. Bounded: where very many names are tried, those with the fewest failures are
/// forgotten first. In memory only: a restart forgives.
public final class FailureTable: Sendable {
    /// So many failures cost nothing: people mistype.
    public static let free: Int = 5
    /// The longest pause.
    public static let longest: Duration = .seconds(300)
    /// A name that was left alone for so long begins anew.
    private static let memory: Duration = .seconds(3600)

    private struct Entry {
        var failures: Int = 0
        var last: Duration = .zero
        var openAt: Duration = .zero
    }

    private let limit: Int
    private let uptime: @Sendable () -> Duration
    private let entries: Mutex<[String: Entry]> = Mutex([:])

    /// - Parameter uptime: time that never jumps.
    public init(limit: Int = 10_000, uptime: @escaping @Sendable () -> Duration) {
        self.limit = limit
        self.uptime = uptime
    }

    public var count: Int { entries.withLock(\.count) }

    /// Counts an attempt as failed.
    /// - Returns: nil, or for how long no attempt may be made; it was not counted then.
    public func begin(_ name: String) -> Duration? {
        let now: Duration = uptime()
        return entries.withLock { entries in
            var entry: Entry = entries[name] ?? Entry()
            if now - entry.last > Self.memory { entry = Entry() }
            guard now >= entry.openAt else { return entry.openAt - now }
            if entries[name] == nil, entries.count >= limit { Self.makeRoom(in: &entries) }
            entry.failures += 1
            entry.last = now
            entry.openAt = now + Self.pause(after: entry.failures)
            entries[name] = entry
            return nil
        }
    }

    /// Forgets the name's failures.
    public func succeed(_ name: String) {
        entries.withLock { $0[name] = nil }
    }

    /// Takes one attempt back.
    public func withdraw(_ name: String) {
        entries.withLock { entries in
            guard var entry: Entry = entries[name] else { return }
            entry.failures -= 1
            entry.openAt = .zero
            entries[name] = entry.failures > 0 ? entry : nil
        }
    }

    /// 1 s, 2 s, 4 s and so on.
    private static func pause(after failures: Int) -> Duration {
        guard failures >= free else { return .zero }
        return min(.seconds(1 << min(failures - free, 20)), longest)
    }

    private static func makeRoom(in entries: inout [String: Entry]) {
        let least: String? = entries.min { one, other in
            (one.value.failures, one.value.last) < (other.value.failures, other.value.last)
        }?.key
        if let least { entries[least] = nil }
    }
}
