import ColonnadeWorld
import Testing

@testable import ColonnadeEventLoop

@Suite("Whether to be forewarned")
struct ForewarningTests {
    /// A loop whose turns take as long as it says.
    private struct Loop {
        var forewarning: Forewarning = Forewarning()
        var time: UInt64 = 1_000_000

        /// Turns of so many nanoseconds, with a forewarning and without.
        /// - Returns: in how many of them it was on.
        mutating func turn(_ count: Int, with: UInt64, without: UInt64) -> Int {
            turn(count) { $0 ? with : without }
        }

        mutating func turn(_ count: Int, _ length: (Bool) -> UInt64) -> Int {
            var turnsWith: Int = 0
            for _ in 0..<count {
                if forewarning.isOn { turnsWith += 1 }
                time += length(forewarning.isOn)
                forewarning.noteTurn { [time] in time }
            }
            return turnsWith
        }
    }

    @Test func staysOnWhereItHelps() {
        var loop: Loop = Loop()
        _ = loop.turn(1000, with: 15_000, without: 20_000)
        #expect(loop.turn(100_000, with: 15_000, without: 20_000) > 98_000)
    }

    @Test(arguments: [(15_000, 15_000), (18_000, 15_000), (15_000, 15_100), (400_000, 500_000)] as [(UInt64, UInt64)])
    func isTriedSeldomWhereItDoesNot(with: UInt64, without: UInt64) {
        var loop: Loop = Loop()
        #expect(loop.turn(500_000, with: with, without: without) < 5000)
    }

    @Test func isGivenUpAtOnceWhereThePeerReadsMoreOftenThanItAnswers() {
        var loop: Loop = Loop()
        var turnsWith: Int = 0
        for _ in 0..<100_000 {
            for _ in 0..<10 where loop.forewarning.isOn { loop.forewarning.noteForewarning() }
            turnsWith += loop.turn(1, with: 10_000, without: 20_000)
        }
        #expect(turnsWith == 0)
    }

    @Test func changesItsMind() {
        var loop: Loop = Loop()
        for _ in 0..<3 {
            _ = loop.turn(300_000, with: 15_000, without: 20_000)
            #expect(loop.forewarning.isOn)
            _ = loop.turn(300_000, with: 20_000, without: 15_000)
            #expect(!loop.forewarning.isOn)
        }
    }

    @Test func seesThroughNoise() {
        var right: Int = 0
        for seed: UInt64 in 0..<100 {
            var generator: SeededGenerator = SeededGenerator(seed: seed)
            var loop: Loop = Loop()
            let turnsWith: Int = loop.turn(20_000) { isOn in
                let length: UInt64 = isOn ? 17_000 : 20_000
                return UInt64.random(in: length / 2...length * 3 / 2, using: &generator)
            }
            if turnsWith > 10_000 { right += 1 }
        }
        #expect(right > 95)
    }
}
