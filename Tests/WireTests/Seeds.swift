import Foundation
import Testing

/// SplitMix64: small, fast, and the same on every machine for the same seed.
struct SeededGenerator: RandomNumberGenerator {
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

    /// Every magnitude as likely as any other, the edges included.
    mutating func integer() -> UInt64 {
        let value: UInt64 = next() >> UInt64.random(in: 0..<64, using: &self)
        return Int.random(in: 0..<8, using: &self) == 0 ? ~value : value
    }

    mutating func bytes(upTo count: Int) -> [UInt8] {
        (0..<Int.random(in: 0...count, using: &self)).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    mutating func text() -> String {
        let letters: [Character] = ["a", "é", "क", "👩‍⚕️", "\0", "\u{10ffff}", " ", "\u{feff}"]
        return String((0..<Int.random(in: 0...20, using: &self)).map { _ in letters.randomElement(using: &self) ?? "a" })
    }
}

/// Runs `body` for many seeds, new ones in every run. A failure prints its seed, and
/// `COLONNADE_SEED=<seed> swift test --filter <test>` runs that one alone.
func forEachSeed(_ rounds: Int = 300, _ body: (inout SeededGenerator) throws -> Void) {
    var seeds: [UInt64] = (0..<rounds).map { _ in UInt64.random(in: .min ... .max) }
    if let text: String = ProcessInfo.processInfo.environment["COLONNADE_SEED"], let seed: UInt64 = UInt64(text) {
        seeds = [seed]
    }
    for seed: UInt64 in seeds {
        var random: SeededGenerator = SeededGenerator(seed: seed)
        do {
            try body(&random)
        } catch {
            Issue.record("failed with COLONNADE_SEED=\(seed): \(error)")
            return
        }
    }
}

/// Bytes from their hexadecimal digits; spaces are for the reader.
func hex(_ text: String) -> [UInt8] {
    var digits: [UInt8] = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map(UInt8.init) }
    precondition(digits.count.isMultiple(of: 2), "a byte has two digits")
    var bytes: [UInt8] = []
    while let low: UInt8 = digits.popLast(), let high: UInt8 = digits.popLast() { bytes.append(high << 4 | low) }
    return bytes.reversed()
}
