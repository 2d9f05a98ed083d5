private import Synchronization

/// Ends a conversation whose other side has gone silent, or that takes too long altogether: what it holds is wanted by others.
public struct SilenceWatch: Sendable {
    /// What the other side has sent, as the board says it. Any thread.
    public final class Heard: Sendable {
        private struct State {
            var received: Int = 0
            /// What it was when silence was last looked for.
            var before: Int?
            var isWhole: Bool = false
            var isOver: Bool = false
        }

        private let state: Mutex<State> = Mutex(State())

        /// More has come.
        /// - Parameter count: how much: bytes, or commands. Nothing is silence.
        public func more(_ count: Int) { state.withLock { $0.received += count } }

        /// All has come: how long the board works on it now is its own business.
        /// - Throws: CancellationError where it came too late, and its sender is told so; then nothing may be done with it.
        public func whole() throws(CancellationError) {
            let isOver: Bool = state.withLock { state in
                state.isWhole = true
                return state.isOver
            }
            if isOver { throw CancellationError() }
        }

        /// - Parameter isLate: whether all should have come by now.
        /// - Returns: whether all has come.
        /// - Throws: ``FellSilent`` where nothing has come since the last time.
        fileprivate func isWhole(late isLate: Bool) throws -> Bool {
            try state.withLock { state in
                if state.isWhole { return true }
                guard state.received != state.before, !isLate else {
                    state.isOver = true
                    throw FellSilent(received: state.received)
                }
                state.before = state.received
                return false
            }
        }
    }

    private let patience: Duration
    private let total: Duration?
    private let sleep: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - patience: so long without anything is silence; it is noticed after twice that at most.
    ///   - total: how long all may take to come, in whole `patience`s; nil for as long as something comes.
    ///   - sleep: waits for so long, or throws when it is cancelled: that of the world's clock.
    public init(patience: Duration, total: Duration? = nil, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.patience = patience
        self.total = total
        self.sleep = sleep
    }

    /// Runs a conversation, and cancels it where nothing more comes.
    /// - Throws: ``FellSilent``; what the conversation throws.
    public func run<Value: Sendable>(_ conversation: @escaping @Sendable (_ heard: Heard) async throws -> Value) async throws -> Value {
        let heard: Heard = Heard()
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await conversation(heard) }
            group.addTask {
                try await watch(heard)
                return nil
            }
            defer { group.cancelAll() }
            while let end: Value? = try await group.next() {
                if let end { return end }
            }
            preconditionFailure("a conversation has an end")
        }
    }

    /// Until all has come.
    private func watch(_ heard: Heard) async throws {
        var passed: Duration = .zero
        while try !heard.isWhole(late: total.map { passed >= $0 } ?? false) {
            try await sleep(patience)
            passed += patience
        }
    }
}

/// Nothing has come for too long, or not all of it in time.
public struct FellSilent: Error, Hashable {
    /// How much has come.
    public let received: Int

    /// The error of a conversation that had so much when it was given up.
    public init(received: Int) {
        self.received = received
    }
}
