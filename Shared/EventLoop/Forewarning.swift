/// Finds out whether a ``PeerReadWatch`` makes the turns of a lone socket shorter.
///
/// It does where the peer answers within microseconds on another processor. Where it works for longer it is of no use, and where both
/// share a processor it costs a change between them. Nobody knows which it is, so it is tried: a few turns with it and a few without,
/// by turns, and then what was faster is kept for a while, and longer each time that a trial says the same.
struct Forewarning {
    /// Turns of a trial before it changes over.
    private static let stretch: Int = 8
    private static let stretches: Int = 32
    /// Turns between two trials, at first and in the end; up to twice as many, so that the trials of two peers do not coincide.
    private static let shortestRest: Int = 1024
    private static let longestRest: Int = 64 * 1024
    /// Nanoseconds that count of a turn at most: of one that takes longer, nothing can be learnt.
    private static let longestTurn: UInt64 = 100_000
    /// Forewarnings in one turn at most. A peer that reads more often than it answers is sent much, and is not waited for.
    private static let mostInTurn: Int = 3

    /// Whether the watch is to be on.
    private(set) var isOn: Bool = false
    private var isBetter: Bool = false
    private var rest: Int = Self.shortestRest
    /// Turns until the next trial.
    private var untilTrial: Int = 256
    /// Turns of the trial that have ended.
    private var turns: Int = 0
    private var lastTurn: UInt64 = 0
    private var forewarnings: Int = 0
    private var timeWith: UInt64 = 0
    private var timeWithout: UInt64 = 0

    /// Says that the peer has read what was sent.
    mutating func noteForewarning() {
        forewarnings += 1
        if forewarnings > Self.mostInTurn { keep(false, at: 0) }
    }

    /// Says that a turn has ended. `now` is asked in trials only.
    mutating func noteTurn(now: () -> UInt64) {
        forewarnings = 0
        guard untilTrial == 0 else {
            untilTrial -= 1
            if untilTrial == 0 { begin(at: now()) }
            return
        }
        let time: UInt64 = now()
        let turn: UInt64 = min(time &- lastTurn, Self.longestTurn)
        lastTurn = time
        // The first of a stretch is partly that of the one before.
        if turns % Self.stretch > 0 {
            if isOn { timeWith += turn } else { timeWithout += turn }
        }
        turns += 1
        if turns == Self.stretch * Self.stretches {
            // A thirtieth is what it must save.
            keep(timeWith * 32 < timeWithout * 31, at: time)
        } else if turns % Self.stretch == 0 {
            isOn.toggle()
        }
    }

    private mutating func begin(at time: UInt64) {
        (turns, timeWith, timeWithout, lastTurn) = (0, 0, 0, time)
        isOn = true
    }

    /// Keeps to what was found to be better, until the next trial.
    private mutating func keep(_ isOn: Bool, at time: UInt64) {
        rest = isOn == isBetter ? min(rest * 2, Self.longestRest) : Self.shortestRest
        untilTrial = rest + Int(time % UInt64(rest))
        isBetter = isOn
        self.isOn = isOn
    }
}
