/// Whether a loop that has nothing to do looks again at once instead of going to sleep.
///
/// To be woken costs more than a short call: a loop that spins answers in half the time, and takes what the processor has to spare
/// while calls come. Between two looks others have the processor, since a peer that shares it could not answer otherwise. It adapts:
/// where a spin ends with nothing found, or others have kept the processor for longer than it lasts, the next ones last a sixteenth,
/// and the full time is tried again after twice as many calls as the time before.
///
/// It is off unless somebody asks for it (`--spin`). With 100 µs a lone call takes 0.67 of the time of a plain socket on two idle cores,
/// and on two cores that also compile 12.5 instead of 14.0 µs.
struct Spinning {
    /// Calls between two tries at most.
    private static let longestPatience: Int = 1024

    /// Nanoseconds to spin for at most; 0 for never.
    var longest: UInt64 = 0 {
        didSet { budget = longest }
    }
    private var budget: UInt64 = 0
    /// When the loop had something to do last; 0 before the first time.
    private var lastWork: UInt64 = 0
    private var isSpinning: Bool = false
    /// How often something has to come soon enough before the full time is tried again.
    private var untilTry: Int = 0
    private var patience: Int = 1

    /// Whether spins found something lately, and so last for the full time.
    var isWorthIt: Bool { budget == longest }

    /// Says at the end of a turn whether the next one is to come without waiting.
    mutating func goesOn(hadWork: Bool, now: () -> UInt64) -> Bool {
        guard longest > 0, hadWork || isSpinning else { return false }
        let time: UInt64 = now()
        if hadWork {
            learn(after: time &- lastWork)
            lastWork = time
        }
        let wasSpinning: Bool = isSpinning
        isSpinning = time &- lastWork < budget
        if wasSpinning, !isSpinning, budget == longest { giveUp() }
        return isSpinning
    }

    /// Says that others had the processor, until now. Where that was longer than a spin lasts, it has failed, whatever came meanwhile.
    mutating func noteYield(at now: UInt64) {
        guard isSpinning, now &- lastWork >= budget else { return }
        isSpinning = false
        if budget == longest { giveUp() }
    }

    private mutating func learn(after gap: UInt64) {
        if isSpinning {
            budget = longest
            patience = 1
        } else if lastWork > 0, gap <= longest {
            if untilTry == 0 { budget = longest }
            untilTry = max(untilTry - 1, 0)
        }
    }

    private mutating func giveUp() {
        budget = longest / 16
        untilTry = patience
        patience = min(patience * 2, Self.longestPatience)
    }
}
