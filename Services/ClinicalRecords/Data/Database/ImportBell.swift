private import Synchronization

/// Wakes followers when an import has been kept.
public final class ImportBell: Sendable {
    private struct State {
        var rings: UInt64 = 0
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state: Mutex<State> = Mutex(State())

    public init() {}

    /// How often it has rung. Read it before looking for news, and no news can be missed.
    public var rings: UInt64 { state.withLock { $0.rings } }

    public func ring() {
        let waiters: [CheckedContinuation<Void, Never>] = state.withLock { state in
            state.rings += 1
            defer { state.waiters.removeAll() }
            return Array(state.waiters.values)
        }
        for waiter: CheckedContinuation<Void, Never> in waiters { waiter.resume() }
    }

    /// Waits until it has rung more than `rings` times.
    /// - Throws: CancellationError where the waiting task is cancelled.
    public func wait(beyond rings: UInt64) async throws {
        let id: UInt64 = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready: Bool = state.withLock { state in
                    if state.rings > rings || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if ready { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
        try Task.checkCancellation()
    }
}
