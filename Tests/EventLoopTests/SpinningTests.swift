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

    @Test func itSpinsForLessWhereNothingComesAndForMoreWhereSomethingDoes() {
        var spinning: Spinning = spinning(160)
        var spans: [UInt64] = []
        for round: UInt64 in 1...6 {
            _ = spinning.goesOn(hadWork: true, now: { round * 1000 })
            spans.append(run(&spinning, from: round * 1000))
        }
        #expect(spans == [160, 80, 40, 20, 10, 10])
        _ = spinning.goesOn(hadWork: true, now: { 20_000 })
        _ = spinning.goesOn(hadWork: true, now: { 20_160 })
        #expect(run(&spinning, from: 20_160) == 160, "the last wait was worth it")
    }
}
