/// How one direction of an in-memory pipe splits, delays and cuts its bytes. The same plan and the same writes give the same
/// result.
public struct MemoryPlan: Sendable {
    /// The longest piece in which bytes arrive; the length of each is drawn from ``seed``, from 1 to this. 0 leaves them whole.
    public var longestPiece: Int = 0
    /// The longest delay of a piece, in loop time; each is drawn from ``seed``. The order is kept.
    public var longestDelay: Duration = .zero
    /// The pipe breaks in both directions after this many bytes; nil for never.
    public var cutAfter: Int?
    /// The most bytes in flight before the writer has to wait.
    public var capacity: Int = 256 << 10
    /// Whether the writer may share a counter with the reader, as over a Unix socket.
    public var carriesMemory: Bool = false
    /// The seed for lengths and delays.
    public var seed: UInt64 = 0

    /// Creates a plan that delivers bytes as they were written, at once.
    public init() {}
}

/// The random numbers of one direction; SplitMix64, from its author's reference (prng.di.unimi.it).
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
