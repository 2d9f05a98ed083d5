import Foundation
import Testing
import WireFuzz

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
