private import Synchronization

extension SilenceWatch {
    /// What the other side has sent, as the board says it. Any thread.
    public final class Heard: Sendable {
        private struct State {
            var received: Int = 0
            /// What it was when silence was last looked for.
            var before: Int?
            /// How often that was.
            var rounds: Int = 0
            var isWhole: Bool = false
            var end: FellSilent?
            var hear: (@Sendable () -> Void)?
        }

        private let state: Mutex<State> = Mutex(State())
        private let judged: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) = AsyncStream.makeStream()

        /// More has come.
        /// - Parameter count: how much: bytes, or commands. Nothing is silence.
        public func more(_ count: Int) { state.withLock { $0.received += count } }

        /// All has come: how long the board works on it now is its own business.
        /// - Throws: CancellationError where it came too late, and its sender is told so; then nothing may be done with it.
        public func whole() throws(CancellationError) {
            let isOver: Bool = state.withLock { state in
                state.isWhole = true
                return state.end != nil
            }
            if isOver { throw CancellationError() }
        }

        /// Gives the conversation up where nothing has come since the last time, or where not all has come in so many rounds.
        func judge(after rounds: Int) {
            let (isOver, hear): (Bool, (@Sendable () -> Void)?) = state.withLock { state in
                guard !state.isWhole, state.end == nil else { return (false, nil) }
                state.rounds += 1
                defer { state.before = state.received }
                guard state.received == state.before || state.rounds >= rounds else { return (false, nil) }
                state.end = FellSilent(received: state.received)
                return (true, state.hear.take())
            }
            if isOver { judged.continuation.finish() }
            hear?()
        }

        /// Calls `hear` once the conversation is given up, at once where that is so.
        public func onSilence(_ hear: @escaping @Sendable () -> Void) {
            let isOver: Bool = state.withLock { state in
                if state.end == nil { state.hear = hear }
                return state.end != nil
            }
            if isOver { hear() }
        }

        /// Waits for the conversation to be given up.
        /// - Throws: ``FellSilent``. It returns where its task is cancelled before.
        func silence() async throws {
            for await _: Void in judged.stream {}
            if let end: FellSilent = state.withLock(\.end) { throw end }
        }
    }
}
