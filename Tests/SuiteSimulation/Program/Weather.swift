import ColonnadeTransport
import Synchronization

/// What connections go through: in a storm they are late, cut into pieces, and break.
final class Weather: Sendable {
    private static let pieces: [Int] = [0, 0, 7, 100, 5_000]
    private static let capacities: ClosedRange<Int> = 4_096...65_536

    private let stormy: Mutex<Bool> = Mutex(false)

    /// Whether connections that are made now go through a storm.
    var isStormy: Bool {
        get { stormy.withLock(\.self) }
        set { stormy.withLock { $0 = newValue } }
    }

    /// How long a new connection takes to arrive: others overtake it.
    func delay(_ dice: Dice) -> Duration { dice.milliseconds(isStormy ? 0...5 : 0...1) }

    /// The plans for one connection's bytes.
    func course(_ dice: Dice, mayBreak: Bool) -> (there: MemoryPlan, back: MemoryPlan) {
        let isStormy: Bool = isStormy
        let breaks: Bool = isStormy && mayBreak && dice.once(in: 2)
        var there: MemoryPlan = plan(dice, isStormy: isStormy)
        var back: MemoryPlan = plan(dice, isStormy: isStormy)
        there.carriesMemory = true
        if breaks, dice.once(in: 2) { there.cutAfter = dice.number(1...4_000) } else if breaks { back.cutAfter = dice.number(1...4_000) }
        return (there, back)
    }

    private func plan(_ dice: Dice, isStormy: Bool) -> MemoryPlan {
        var plan: MemoryPlan = MemoryPlan()
        plan.seed = UInt64(dice.number(0...Int.max))
        plan.longestDelay = dice.milliseconds(isStormy ? 0...8 : 0...1)
        if isStormy { (plan.longestPiece, plan.capacity) = (dice.pick(Self.pieces), dice.number(Self.capacities)) }
        return plan
    }
}
