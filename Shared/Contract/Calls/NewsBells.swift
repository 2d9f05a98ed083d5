private import Synchronization

/// Wakes those who follow one of many things, and nobody else: where a thousand look at their own, news of one has one look for it.
///
/// Any thread. A bell is kept for what is followed, or was until lately.
public final class NewsBells<Key: Hashable & Sendable>: Sendable {
    private struct State {
        var bells: [Key: NewsBell] = [:]
        /// So many bells, and those to which nobody listens any more are looked for.
        var mostBells: Int = 64
    }

    private let state: Mutex<State> = Mutex(State())

    /// Bells to which nobody listens yet.
    public init() {}

    /// How many things are followed, or were until lately.
    public var count: Int { state.withLock { $0.bells.count } }

    /// How many listen.
    public var listenerCount: Int { state.withLock { $0.bells.values.reduce(0) { $0 + $1.listenerCount } } }

    /// Gives an element after each ring for the key, or one after several. It ends as ``NewsBell/listen()`` does.
    public func listen(to key: Key) -> AsyncStream<Void> {
        state.withLock { state in
            if state.bells.count >= state.mostBells {
                state.bells = state.bells.filter { $0.value.listenerCount > 0 }
                state.mostBells = max(64, state.bells.count * 2)
            }
            let bell: NewsBell = state.bells[key] ?? NewsBell()
            state.bells[key] = bell
            return bell.listen()
        }
    }

    /// Wakes those who follow the key.
    public func ring(_ key: Key) {
        state.withLock { $0.bells[key] }?.ring()
    }
}
