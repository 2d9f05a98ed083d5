import Testing
import WireFuzz

@Suite struct FuzzerTests {
    /// Without this, a fuzzer that finds nothing says nothing.
    @Test func findsPlantedBugs() {
        forEachSeed(1) { random in
            try #require(Canary.hidden(seed: random.next()).isEmpty)
        }
    }

    @Test func theSameSeedRunsTheSame() {
        var outcomes: [[String]] = []
        for _ in 0..<2 {
            var fuzzer: Fuzzer = Fuzzer(FuzzTarget.all, seed: 42)
            var inputs: [String] = []
            for _ in 0..<500 { _ = fuzzer.round { target, input in inputs.append("\(target) \(input)") } }
            outcomes.append(inputs)
        }
        #expect(outcomes[0] == outcomes[1])
    }
}
