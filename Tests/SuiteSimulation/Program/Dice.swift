import ColonnadeWorld
import Synchronization

/// Chance that belongs to one part of a simulation: its draws do not depend on when others draw.
final class Dice: Sendable {
    /// The seed of this part.
    let seed: UInt64
    private let generator: Mutex<SeededGenerator>

    init(_ seed: UInt64, _ part: String) {
        // FNV-1a (Fowler, Noll, Vo): Swift's own hashes differ from run to run.
        self.seed = part.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        generator = Mutex(SeededGenerator(seed: self.seed))
    }

    func number(_ range: ClosedRange<Int>) -> Int {
        generator.withLock { Int.random(in: range, using: &$0) }
    }

    func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

    /// True once in so many times.
    func once(in times: Int) -> Bool { number(1...times) == 1 }

    func milliseconds(_ range: ClosedRange<Int>) -> Duration {
        .microseconds(number(range.lowerBound * 1_000...range.upperBound * 1_000))
    }
}
