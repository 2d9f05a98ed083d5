private import Synchronization

/// Notices that a crowd of connections has gone: the allocator keeps what they have freed, until it is told to give it back.
final class ConnectionTide: Sendable {
    private struct State {
        var now: Int = 0
        var most: Int = 0
    }

    /// Fewer don't matter.
    static let crowd: Int = 64

    /// Gives an element each time that a crowd has gone. For one listener.
    let ebbs: AsyncStream<Void>

    private let ebb: AsyncStream<Void>.Continuation
    private let state: Mutex<State> = Mutex(State())

    init() {
        (ebbs, ebb) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Counts a connection, until ``leave()``.
    func come() {
        state.withLock { state in
            state.now += 1
            state.most = max(state.most, state.now)
        }
    }

    /// Ends ``come()``.
    func leave() {
        let isEbb: Bool = state.withLock { state in
            state.now -= 1
            guard state.most >= Self.crowd, state.now * 4 <= state.most else { return false }
            state.most = state.now
            return true
        }
        if isEbb { ebb.yield() }
    }
}
