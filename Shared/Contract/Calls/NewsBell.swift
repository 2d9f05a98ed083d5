private import Synchronization

/// Wakes those who follow something when there is news of it; the news themselves they look for where they are kept.
///
/// Who listens first, and looks then, misses nothing:
///
/// ```swift
/// var rings: AsyncStream<Void>.AsyncIterator = bell.listen().makeAsyncIterator()
/// repeat { look() } while await rings.next() != nil
/// ```
public final class NewsBell: Sendable {
    private struct State {
        var last: UInt64 = 0
        var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
    }

    private let state: Mutex<State> = Mutex(State())

    /// A bell to which nobody listens yet.
    public init() {}

    /// How many listen.
    public var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Gives an element after each ring, or one after several. It is over where the listening task is cancelled; letting go of it
    /// ends the listening too.
    public func listen() -> AsyncStream<Void> {
        let (rings, continuation): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let id: UInt64 = state.withLock { state in
            state.last += 1
            state.listeners[state.last] = continuation
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
        }
        return rings
    }

    /// Wakes all who listen.
    public func ring() {
        for listener: AsyncStream<Void>.Continuation in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
    }
}
