public import ColonnadeContract
private import Synchronization

/// New names for new things.
public struct Identifiers: Sendable {
    /// A UUID that nobody has used.
    public var uuid: @Sendable () -> UUID

    /// Identifiers from a closure, which any thread may call.
    public init(uuid: @escaping @Sendable () -> UUID) {
        self.uuid = uuid
    }

    /// Random UUIDs (RFC 9562, version 4) drawn from `chance`.
    public init(chance: Chance) {
        self.init {
            let high: UInt64 = chance.next() & ~0xF000 | 0x4000
            let low: UInt64 = chance.next() & ~(0xC0 << 56) | 0x80 << 56
            return Identifiers.make(high: high, low: low)
        }
    }

    /// 00000000-0000-0000-0000-000000000001 and so on. For tests.
    public static func counting() -> Identifiers {
        let count: Counter = Counter()
        return Identifiers { make(high: 0, low: count.next()) }
    }

    private static func make(high: UInt64, low: UInt64) -> UUID {
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * index)) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
                byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            ))
    }
}

private final class Counter: Sendable {
    private let state: Mutex<UInt64> = Mutex(0)

    func next() -> UInt64 {
        state.withLock { state in
            state += 1
            return state
        }
    }
}
