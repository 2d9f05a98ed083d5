private import Synchronization

/// Ends conversations whose other side has gone silent, or that take too long altogether: what they hold is wanted by others.
///
/// It looks at all of them at the same time: a wait for each would outlast the conversation.
public final class SilenceWatch: Sendable {
    private struct State {
        var conversations: [ObjectIdentifier: Heard] = [:]
        /// Whether somebody looks after a while.
        var isLooking: Bool = false
    }

    private let patience: Duration
    private let rounds: Int
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state: Mutex<State> = Mutex(State())

    /// A watch that nobody is under yet.
    /// - Parameters:
    ///   - patience: so long without anything is silence; it is noticed after twice that at most.
    ///   - total: how long all may take to come, in whole `patience`s; nil for as long as something comes.
    ///   - sleep: waits for so long, or throws when it is cancelled: that of the world's clock.
    public init(patience: Duration, total: Duration? = nil, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.patience = patience
        rounds = total.map { max(1, Int($0 / patience)) } ?? .max
        self.sleep = sleep
    }

    /// Runs a conversation, and cancels it where nothing more comes.
    /// - Throws: ``FellSilent``; what the conversation throws.
    public func run<Value: Sendable>(_ conversation: @escaping @Sendable (_ heard: Heard) async throws -> Value) async throws -> Value {
        let heard: Heard = Heard()
        begin(heard)
        defer { state.withLock { $0.conversations[ObjectIdentifier(heard)] = nil } }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await conversation(heard) }
            group.addTask {
                try await heard.silence()
                return nil
            }
            defer { group.cancelAll() }
            while let end: Value? = try await group.next() {
                if let end { return end }
            }
            preconditionFailure("a conversation has an end")
        }
    }

    /// Runs a conversation that hears by ``Heard/onSilence(_:)`` that nothing more comes, and ends by itself then. Unlike ``run(_:)`` it costs
    /// no task: for many that go on for long.
    public func attend<Value>(_ conversation: (_ heard: Heard) async throws -> Value) async throws -> Value {
        let heard: Heard = Heard()
        begin(heard)
        defer { state.withLock { $0.conversations[ObjectIdentifier(heard)] = nil } }
        return try await conversation(heard)
    }

    private func begin(_ heard: Heard) {
        let isFirst: Bool = state.withLock { state in
            state.conversations[ObjectIdentifier(heard)] = heard
            defer { state.isLooking = true }
            return !state.isLooking
        }
        // Detached: it goes on for others, and keeps nothing of this call.
        if isFirst { Task.detached { [self] in await look() } }
    }

    /// Again and again, until there is no conversation left.
    private func look() async {
        var conversations: [Heard]
        repeat {
            let hasSlept: Bool = (try? await sleep(patience)) != nil
            conversations = state.withLock { state in
                state.isLooking = hasSlept && !state.conversations.isEmpty
                return state.isLooking ? Array(state.conversations.values) : []
            }
            for heard: Heard in conversations { heard.judge(after: rounds) }
        } while !conversations.isEmpty
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
