/// What happens to the bytes of an in-memory pipe on their way, one plan a direction. The same plan and the same
/// writes give the same course.
public struct MemoryPlan: Sendable {
    /// Longest piece in which bytes arrive; each piece has a length from 1 to this, drawn from ``seed``. 0 leaves them whole.
    public var longestPiece: Int = 0
    /// Longest delay of a piece, in loop time; each is drawn from ``seed``. The order is kept.
    public var longestDelay: Duration = .zero
    /// After so many bytes the pipe breaks, in both directions; nil for never.
    public var cutAfter: Int?
    /// Bytes that may be under way before the writer has to wait.
    public var capacity: Int = 256 << 10
    /// What lengths and delays are drawn from.
    public var seed: UInt64 = 0

    /// A plan by which bytes arrive as they were written, at once.
    public init() {}
}

/// Draws the course of one direction; SplitMix64, from its author's reference (prng.di.unimi.it).
struct MemoryDice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed: UInt64 = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
