/// Whether a loop that has nothing to do looks again at once instead of going to sleep.
///
/// To be woken costs more than a short call: a loop that spins answers in half the time, and takes a whole CPU while calls
/// come. It adapts: where nothing comes in time it spins for less and less, down to a sixteenth, and where something does
/// for more again.
struct Spinning {
    /// Nanoseconds to spin for at most; 0 for never.
    var longest: UInt64 = 0 {
        didSet { budget = longest }
    }
    private var budget: UInt64 = 0
    /// When the loop had something to do last; 0 while it does not spin.
    private var since: UInt64 = 0
    private var isIdle: Bool = false

    /// Says at the end of a turn whether the next one is to come without waiting.
    mutating func goesOn(hadWork: Bool, now: () -> UInt64) -> Bool {
        guard longest > 0 else { return false }
        if hadWork {
            if isIdle { budget = min(budget * 2, longest) }
            isIdle = false
            since = now()
            return true
        }
        guard since > 0 else { return false }
        isIdle = true
        if now() &- since < budget { return true }
        budget = max(budget / 2, longest / 16)
        since = 0
        isIdle = false
        return false
    }
}
