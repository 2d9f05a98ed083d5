private import Synchronization

/// Wakes followers when something has happened.
public final class NewsBell: Sendable {
    private struct State {
        var next: UInt64 = 0
        var followers: [UInt64: AsyncStream<Void>.Continuation] = [:]
    }

    private let state: Mutex<State> = Mutex(State())

    public init() {}

    /// How many listen.
    public var followerCount: Int { state.withLock { $0.followers.count } }

    /// Gives an element after each ring, or one after several; ended by the listening task's cancellation or by letting
    /// go of it. Listen before looking for news, and none can be missed.
    public func listen() -> AsyncStream<Void> {
        let (rings, continuation): (AsyncStream<Void>, AsyncStream<Void>.Continuation) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let id: UInt64 = state.withLock { state in
            state.next += 1
            state.followers[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.followers.removeValue(forKey: id) }
        }
        return rings
    }

    public func ring() {
        for follower: AsyncStream<Void>.Continuation in state.withLock({ Array($0.followers.values) }) { follower.yield() }
    }
}
