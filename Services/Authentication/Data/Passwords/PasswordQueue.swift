import Dispatch
private import Synchronization

/// Lets few hash passwords at the same time, since each needs a processor and much memory, and few wait.
public final class PasswordQueue: Sendable {
    private struct State {
        var running: Int = 0
        var last: UInt64 = 0
        /// Who came first is first.
        var waiting: [(id: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let atATime: Int
    private let mostWaiting: Int
    private let threads: DispatchQueue = DispatchQueue(label: "authentication.passwords", attributes: .concurrent)
    private let state: Mutex<State> = Mutex(State())

    public init(atATime: Int = 2, mostWaiting: Int = 64) {
        self.atATime = atATime
        self.mostWaiting = mostWaiting
    }

    /// How many wait now.
    public var waiting: Int { state.withLock { $0.waiting.count } }

    /// Runs the body off the caller's loop when it is its turn.
    /// - Throws: ``PasswordQueueIsFull``; CancellationError where the task is cancelled while it waits.
    public func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard try await enter() else { throw CancellationError() }
        defer { leave() }
        return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
            threads.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    /// - Returns: false where the task was cancelled before it was its turn.
    private func enter() async throws -> Bool {
        let id: UInt64? = try state.withLock { state in
            guard state.running >= atATime else {
                state.running += 1
                return nil
            }
            guard state.waiting.count < mostWaiting else { throw PasswordQueueIsFull() }
            state.last += 1
            return state.last
        }
        guard let id else { return true }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in wait(id, continuation) }
        } onCancel: {
            cancel(id)
        }
    }

    private func wait(_ id: UInt64, _ continuation: CheckedContinuation<Bool, Never>) {
        let answer: Bool? = state.withLock { state in
            if Task.isCancelled { return false }
            guard state.running >= atATime else {
                state.running += 1
                return true
            }
            state.waiting.append((id, continuation))
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }

    private func cancel(_ id: UInt64) {
        let waiter: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard let index: Int = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiting.remove(at: index).continuation
        }
        waiter?.resume(returning: false)
    }

    /// The turn goes to who waits longest.
    private func leave() {
        let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}

/// As many wait as may.
public struct PasswordQueueIsFull: Error {}
