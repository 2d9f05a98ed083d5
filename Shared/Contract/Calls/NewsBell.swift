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
    private typealias Listener = (id: UInt64, hear: @Sendable () -> Void)

    private struct State {
        var last: UInt64 = 0
        var listeners: [Listener] = []
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
        let id: UInt64 = add { continuation.yield() }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return rings
    }

    /// Calls `hear` at each ring, before ``ring()`` returns, until what this gives is let go of. It costs no task: for who only passes the
    /// news on. `hear` runs where the bell is rung, holds nobody up, and does not expect that whoever rings holds no lock.
    public func listen(_ hear: @escaping @Sendable () -> Void) -> Listening {
        Listening(add(hear), to: self)
    }

    /// Wakes all who listen.
    public func ring() {
        for listener: Listener in state.withLock({ $0.listeners }) { listener.hear() }
    }

    private func add(_ hear: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { state in
            state.last += 1
            state.listeners.append((state.last, hear))
            return state.last
        }
    }

    private func remove(_ id: UInt64) {
        // Freed behind the lock: what a listener holds may be anything.
        let gone: Listener? = state.withLock { state in
            state.listeners.firstIndex { $0.id == id }.map { state.listeners.remove(at: $0) }
        }
        withExtendedLifetime(gone) {}
    }

    /// Listens to a bell for as long as it is held.
    public final class Listening: Sendable {
        private let id: UInt64
        private let bell: NewsBell

        fileprivate init(_ id: UInt64, to bell: NewsBell) {
            self.id = id
            self.bell = bell
        }

        deinit { bell.remove(id) }
    }
}
