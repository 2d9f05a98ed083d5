internal import ColonnadeContract
internal import ColonnadeEventLoop
internal import DequeModule

/// Calls of a server as they end, for one who watches. What it does not take in time is dropped and counted: the server never waits.
public final class CallWatch: Sendable {
    private struct State {
        var calls: Deque<SeenCall> = Deque()
        var lost: UInt64 = 0
        var waiter: CheckedContinuation<Void, Never>?
        var isEnded: Bool = false
    }

    private let loop: EventLoop
    /// The only board that is watched; nil for all.
    private let board: String?
    private let capacity: Int
    private let state: LoopOwned<State>

    init(board: String?, capacity: Int, loop: EventLoop) {
        self.loop = loop
        self.board = board
        self.capacity = capacity
        state = LoopOwned(State(), loop: loop)
    }

    /// Waits until there are calls, and takes them, with the number of those that were dropped before the first of them.
    /// - Parameter most: how many at most.
    /// - Returns: nil when the server has closed, or the task is cancelled.
    public func next(_ most: Int) async -> (calls: [SeenCall], lost: UInt64)? {
        while true {
            if let taken: (calls: [SeenCall], lost: UInt64) = take(most) { return taken }
            guard !state.value.isEnded, !Task.isCancelled else { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiter in state.change { $0.waiter = waiter } }
            } onCancel: {
                loop.execute { self.wake() }
            }
        }
    }

    private func take(_ most: Int) -> (calls: [SeenCall], lost: UInt64)? {
        state.change { state in
            guard !state.calls.isEmpty else { return nil }
            let taken: [SeenCall] = Array(state.calls.prefix(most))
            state.calls.removeFirst(taken.count)
            defer { state.lost = 0 }
            return (taken, state.lost)
        }
    }

    func add(_ call: SeenCall) {
        guard board == nil || board == call.board else { return }
        state.change { state in
            if state.calls.count == capacity {
                state.calls.removeFirst()
                state.lost += 1
            }
            state.calls.append(call)
        }
        wake()
    }

    func end() {
        state.change { $0.isEnded = true }
        wake()
    }

    private func wake() {
        state.change { $0.waiter.take() }?.resume()
    }
}
