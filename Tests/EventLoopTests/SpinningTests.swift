import Testing

@testable import ColonnadeEventLoop

/// When a loop with nothing to do looks again at once, with a clock that the test moves.
@Suite struct SpinningTests {
    private func spinning(_ longest: UInt64) -> Spinning {
        var spinning: Spinning = Spinning()
        spinning.longest = longest
        return spinning
    }

    private func goesOn(_ spinning: inout Spinning, hadWork: Bool, at time: UInt64) -> Bool {
        spinning.goesOn(hadWork: hadWork, now: { time })
    }

    /// How long a loop that finds nothing goes on.
    private func run(_ spinning: inout Spinning, from start: UInt64) -> UInt64 {
        var time: UInt64 = start
        while spinning.goesOn(hadWork: false, now: { time }) { time += 1 }
        return time - start
    }

    @Test func neverUnlessAsked() {
        var spinning: Spinning = spinning(0)
        #expect(goesOn(&spinning, hadWork: true, at: 1) == false)
        #expect(goesOn(&spinning, hadWork: false, at: 1) == false)
    }

    @Test func aSleepingLoopDoesNotBegin() {
        var spinning: Spinning = spinning(160)
        #expect(goesOn(&spinning, hadWork: false, at: 1) == false)
    }

    @Test func itGoesOnForAsLongAsAskedAfterTheLastWork() {
        var spinning: Spinning = spinning(160)
        #expect(goesOn(&spinning, hadWork: true, at: 1000) == true)
        #expect(run(&spinning, from: 1000) == 160)
        #expect(goesOn(&spinning, hadWork: false, at: 1161) == false)
    }

    @Test func aSpinThatFoundNothingIsTriedAgainLessAndLessOften() {
        var spinning: Spinning = spinning(160)
        var time: UInt64 = 1000
        var tries: [Int] = []
        for number: Int in 0..<40 {
            _ = spinning.goesOn(hadWork: true, now: { time })
            let span: UInt64 = run(&spinning, from: time)
            if span == 160 { tries.append(number) } else { #expect(span == 10) }
            time += 160
        }
        #expect(tries == [0, 2, 5, 10, 19, 36], "one, two, four … calls between")
    }

    @Test func whatComesTooLateIsNotWaitedFor() {
        var spinning: Spinning = spinning(160)
        _ = spinning.goesOn(hadWork: true, now: { 1000 })
        #expect(run(&spinning, from: 1000) == 160)
        for round: UInt64 in 2...50 {
            _ = spinning.goesOn(hadWork: true, now: { round * 1000 })
            #expect(run(&spinning, from: round * 1000) == 10)
        }
    }

    @Test func whatComesAfterOthersHadTheProcessorForLongWasNotWaitedFor() {
        var spinning: Spinning = spinning(160)
        #expect(goesOn(&spinning, hadWork: true, at: 1000))
        spinning.noteYield(at: 1159)
        #expect(goesOn(&spinning, hadWork: false, at: 1159))
        spinning.noteYield(at: 4000)
        #expect(goesOn(&spinning, hadWork: true, at: 4001))
        #expect(run(&spinning, from: 4001) == 10)
    }

    @Test func whatComesInTimeIsWaitedForAgain() {
        var spinning: Spinning = spinning(160)
        for time: UInt64 in stride(from: 1000, to: 5000, by: 100) {
            _ = spinning.goesOn(hadWork: true, now: { time })
            #expect(goesOn(&spinning, hadWork: false, at: time + 99) == true)
        }
    }

    @Test func itIsWorthItUntilASpinFindsNothing() {
        var spinning: Spinning = spinning(160)
        #expect(goesOn(&spinning, hadWork: true, at: 1000) == true)
        #expect(spinning.isWorthIt)
        #expect(run(&spinning, from: 1000) == 160)
        #expect(!spinning.isWorthIt)
        #expect(goesOn(&spinning, hadWork: true, at: 1200) == true)
        #expect(!spinning.isWorthIt)
        #expect(goesOn(&spinning, hadWork: true, at: 1205) == true, "found in the short time")
        #expect(spinning.isWorthIt)
    }
}
