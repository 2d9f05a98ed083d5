/// Runs targets on mutated inputs. Everything follows from the seed: the same seed finds the same again.
public struct Fuzzer: Sendable {
    /// An input that broke an invariant, and the round that found it.
    public struct Finding: Sendable, CustomStringConvertible {
        public let target: String
        public let round: Int
        public let input: [UInt8]
        public let reason: BrokenInvariant

        public var description: String { "\(target), round \(round): \(reason)\n  input: \(digits(input))" }
    }

    /// Inputs that are kept for each target.
    private static let keptInputs: Int = 2048

    /// Rounds that were run.
    public private(set) var rounds: Int = 0
    /// Outcomes that were seen, of all targets together.
    public var outcomes: Int { seen.reduce(0) { $0 + $1.count } }

    private let targets: [FuzzTarget]
    private let mutator: Mutator = Mutator()
    private var random: SeededGenerator
    private var corpus: [[[UInt8]]]
    private var seen: [Set<String>]

    public init(_ targets: [FuzzTarget], seed: UInt64) {
        self.targets = targets
        random = SeededGenerator(seed: seed)
        corpus = targets.map { [[]] + $0.seeds }
        seen = targets.map { _ in [] }
    }

    /// Runs one input through one target.
    /// - Parameter trace: is told the target and the input before they are run, to find what ends the process.
    public mutating func round(trace: ((String, [UInt8]) -> Void)? = nil) -> Finding? {
        let index: Int = rounds % targets.count
        rounds += 1
        let inputs: [[UInt8]] = corpus[index]
        let input: [UInt8] = mutator.mutate(
            inputs[random.below(inputs.count)], with: inputs[random.below(inputs.count)], random: &random)
        trace?(targets[index].name, input)
        do {
            let outcome: String = try targets[index].run(input, &random)
            if seen[index].insert(outcome).inserted, inputs.count < Self.keptInputs { corpus[index].append(input) }
            return nil
        } catch {
            return Finding(target: targets[index].name, round: rounds, input: input, reason: error)
        }
    }

    /// Runs every input that the targets begin with, as it is.
    public mutating func runSeeds() -> Finding? {
        for target: FuzzTarget in targets {
            for seed: [UInt8] in target.seeds {
                do {
                    _ = try target.run(seed, &random)
                } catch {
                    return Finding(target: target.name, round: 0, input: seed, reason: error)
                }
            }
        }
        return nil
    }

    /// Runs until a finding, or for so many rounds.
    public mutating func run(rounds count: Int) -> Finding? {
        for _ in 0..<count {
            if let finding: Finding = round() { return finding }
        }
        return nil
    }
}
