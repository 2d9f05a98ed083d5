public import ColonnadeContract

/// Asks how a provider's process ended, on the connector's loop; nil if it ended in order, or nobody knows.
///
/// Callers wait for the answer, but not for long: after 60 ms they fail without it.
public typealias CrashWitness = @Sendable (_ question: CrashQuestion) async -> CrashReport?

/// Which process is meant, and what it took along.
public struct CrashQuestion: Hashable, Sendable {
    /// The calls of one board that were open when the process ended.
    public struct Lost: Hashable, Sendable {
        /// The board's name.
        public let board: String
        /// How many may have been dispatched.
        public let unknown: Int
        /// How many were not dispatched.
        public let notDispatched: Int

        /// Counts calls of a board.
        public init(board: String, unknown: Int, notDispatched: Int) {
            self.board = board
            self.unknown = unknown
            self.notDispatched = notDispatched
        }
    }

    /// The provider, as the consumer calls it.
    public let provider: String
    /// Which of its processes, as WELCOME said.
    public let generation: UInt64
    /// What was open, by board.
    public let lost: [Lost]

    /// Asks about one process of a provider.
    public init(provider: String, generation: UInt64, lost: [Lost]) {
        self.provider = provider
        self.generation = generation
        self.lost = lost
    }
}
