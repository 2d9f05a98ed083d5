/// Counts the bytes that peers hold at a provider: one account for the server and one for each edge, which is also counted in the
/// server's. A connection takes its part through ``GrantedAccount``.
///
/// When the server's account is full, each edge still gets a guaranteed little, so that no edge can shut out another.
final class ByteAccount {
    private(set) var used: Int = 0
    /// The peak since ``forgetMost()``.
    private(set) var mostUsed: Int = 0
    private let limit: Int
    /// What the owner may use although the account above is full.
    private let guaranteed: Int
    private let parent: ByteAccount?

    init(limit: Int, guaranteed: Int = 0, in parent: ByteAccount? = nil) {
        self.limit = limit
        self.guaranteed = guaranteed
        self.parent = parent
    }

    /// Whether `bytes` more are within every limit.
    func hasRoom(for bytes: Int) -> Bool {
        guard bytes <= limit - used else { return false }
        guard let parent else { return true }
        return parent.hasRoom(for: bytes) || (guaranteed > 0 && used + bytes <= guaranteed)
    }

    var isHalfFull: Bool { used > limit / 2 }

    /// Counts bytes that are already held, whatever the limits.
    func add(_ bytes: Int) {
        used += bytes
        if used > mostUsed { mostUsed = used }
        parent?.add(bytes)
    }

    func forgetMost() {
        mostUsed = used
    }

    func give(back bytes: Int) {
        used -= bytes
        assert(used >= 0, "more bytes were given back than were taken")
        parent?.give(back: bytes)
    }
}
