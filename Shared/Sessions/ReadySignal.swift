/// Wakes those who wait for a keyring to know something. A value: what it gives is resumed outside the lock that guards it.
struct ReadySignal {
    private var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    private var last: UInt64 = 0

    mutating func newID() -> UInt64 {
        last += 1
        return last
    }

    mutating func wait(_ id: UInt64, _ waiter: CheckedContinuation<Void, Never>) {
        waiters[id] = waiter
    }

    mutating func leave(_ id: UInt64) -> CheckedContinuation<Void, Never>? {
        waiters.removeValue(forKey: id)
    }

    mutating func takeAll() -> [CheckedContinuation<Void, Never>] {
        defer { waiters = [:] }
        return Array(waiters.values)
    }
}
