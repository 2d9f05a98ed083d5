private import Synchronization

/// Wakes those who follow which sessions are ended.
public final class SignOutBell: Sendable {
    private let listeners: Mutex<(last: UInt64, all: [UInt64: AsyncStream<Void>.Continuation])> = Mutex((0, [:]))

    public init() {}

    public func ring() {
        for listener: AsyncStream<Void>.Continuation in listeners.withLock({ Array($0.all.values) }) { listener.yield() }
    }

    /// A ring, or several at once, since it was last asked; who listens first and looks then misses nothing.
    public func rings() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id: UInt64 = listeners.withLock { listeners in
                listeners.last += 1
                listeners.all[listeners.last] = continuation
                return listeners.last
            }
            continuation.onTermination = { [self] _ in _ = listeners.withLock { $0.all.removeValue(forKey: id) } }
        }
    }
}
