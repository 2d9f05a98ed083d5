public import ColonnadeContract
private import Synchronization

/// Wakes those who follow the sessions of one account, and nobody else: many accounts are looked at while many people sign in.
public final class AccountBells: Sendable {
    private struct State {
        var bells: [UUID: NewsBell] = [:]
        /// So many bells, and those to which nobody listens any more are looked for.
        var mostBells: Int = 64
    }

    private let state: Mutex<State> = Mutex(State())

    public init() {}

    /// How many accounts are followed, or were until lately.
    public var count: Int { state.withLock { $0.bells.count } }

    /// Gives an element after each change of the account, or one after several.
    public func listen(to account: UUID) -> AsyncStream<Void> {
        state.withLock { state in
            if state.bells.count >= state.mostBells {
                state.bells = state.bells.filter { $0.value.listenerCount > 0 }
                state.mostBells = max(64, state.bells.count * 2)
            }
            let bell: NewsBell = state.bells[account] ?? NewsBell()
            state.bells[account] = bell
            return bell.listen()
        }
    }

    /// Wakes those who follow the account.
    public func ring(_ account: UUID) {
        state.withLock { $0.bells[account] }?.ring()
    }
}
