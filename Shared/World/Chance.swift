private import Synchronization

/// Randomness, as a vertical sees it.
public struct Chance: Sendable {
    /// The machine's own; fit for secrets.
    public static let system: Chance = Chance {
        var generator: SystemRandomNumberGenerator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// 64 random bits, different at each call.
    public var next: @Sendable () -> UInt64

    /// Randomness from a closure, which any thread may call.
    public init(next: @escaping @Sendable () -> UInt64) {
        self.next = next
    }

    /// The same sequence for the same seed. For tests; unfit for secrets.
    public static func seeded(_ seed: UInt64) -> Chance {
        let source: SeededSource = SeededSource(seed)
        return Chance { source.next() }
    }

    /// A random number within a range.
    public func number(in range: ClosedRange<Int>) -> Int {
        var generator: ChanceGenerator = ChanceGenerator(chance: self)
        return Int.random(in: range, using: &generator)
    }
}

/// Lets the standard library's random functions draw from a ``Chance``.
public struct ChanceGenerator: RandomNumberGenerator, Sendable {
    private let chance: Chance

    /// A generator that draws from `chance`.
    public init(chance: Chance) {
        self.chance = chance
    }

    public mutating func next() -> UInt64 { chance.next() }
}

/// One generator that is shared by all copies of a ``Chance``.
private final class SeededSource: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(_ seed: UInt64) {
        generator = Mutex(SeededGenerator(seed: seed))
    }

    func next() -> UInt64 { generator.withLock { $0.next() } }
}
