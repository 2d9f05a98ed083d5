/// Whether a loop that has nothing to do looks again at once instead of going to sleep.
///
/// To be woken costs more than a short call: a loop that spins answers in half the time, and takes a whole CPU while calls
/// come. It adapts: where what comes comes later than it may spin for, it spins for less and less, down to a sixteenth; with
/// the first that would have been worth the wait it spins for all of its time again.
struct Spinning {
    /// Nanoseconds to spin for at most; 0 for never.
    var longest: UInt64 = 0 {
        didSet { budget = longest }
    }
    private var budget: UInt64 = 0
    /// When the loop had something to do last; 0 before the first time.
    private var lastWork: UInt64 = 0
    private var isSpinning: Bool = false

    /// Says at the end of a turn whether the next one is to come without waiting.
    mutating func goesOn(hadWork: Bool, now: () -> UInt64) -> Bool {
        guard longest > 0, hadWork || isSpinning else { return false }
        let time: UInt64 = now()
        if hadWork {
            if lastWork > 0 { budget = time &- lastWork <= longest ? longest : max(budget / 2, longest / 16) }
            lastWork = time
        }
        isSpinning = time &- lastWork < budget
        return isSpinning
    }
}
