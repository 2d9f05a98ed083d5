import Glibc
import WireFuzz

/// What the command line asks for.
struct Command {
    private static let usage: String = """
        usage: fuzz-wire [--iterations N | --seconds N] [--seed N] [--trace] [--canary] [--corpus FOLDER]
               fuzz-wire --targets | --write-seeds FOLDER | --coverage TARGET -- [LIBFUZZER'S ARGUMENTS]
          --iterations N  rounds to run; 100000 unless said otherwise
          --seconds N     run for so long instead
          --seed N        the same seed runs the same rounds
          --trace         print each input before it is run: the last one is what ended the process
          --canary        look for planted bugs, and fail where one stays hidden
          --corpus FOLDER begin with the inputs in FOLDER/TARGET.hex too, and run each of them first
          --targets       list the targets
          --write-seeds   write what each target begins with into a folder of its name
          --coverage      let libFuzzer run one target; Tests/Fuzz/fuzz.py builds the program with it
        """

    private var iterations: Int = 100_000
    private var seconds: Int?
    private var seed: UInt64 = .random(in: .min ... .max)
    private var traces: Bool = false
    private var isCanary: Bool = false
    private var corpus: Corpus = Corpus(folder: nil)
    private var other: ((Corpus) -> Never)?

    init(_ arguments: ArraySlice<String>) {
        var rest: ArraySlice<String> = arguments
        while let option: String = rest.popFirst(), option != "--" {
            switch option {
            case "--iterations": iterations = Self.number(rest.popFirst(), of: option)
            case "--seconds": seconds = Self.number(rest.popFirst(), of: option)
            case "--seed": seed = Self.number(rest.popFirst(), of: option)
            case "--trace": traces = true
            case "--canary": isCanary = true
            case "--corpus": corpus = Corpus(folder: rest.popFirst())
            case "--targets": other = { _ in Coverage.list() }
            case "--write-seeds":
                let folder: String = rest.popFirst() ?? ""
                other = { Coverage.writeSeeds(into: folder, corpus: $0) }
            case "--coverage":
                let name: String = rest.popFirst() ?? ""
                other = { _ in Coverage.run(name) }
            default: Self.leave("unknown option \(option)")
            }
        }
    }

    func run() -> Never {
        if let other { other(corpus) }
        isCanary ? runCanary() : fuzz()
    }

    private func runCanary() -> Never {
        let hidden: [String] = Canary.hidden(seed: seed)
        if hidden.isEmpty {
            print("fuzz-wire: every planted bug was found")
            exit(0)
        }
        print("fuzz-wire: planted bugs stayed hidden with --seed \(seed): \(hidden.joined(separator: ", "))")
        exit(1)
    }

    private func fuzz() -> Never {
        print("fuzz-wire: --seed \(seed)")
        // A trap ends the process; by then the seed must be in the log.
        fflush(nil)
        var fuzzer: Fuzzer = Fuzzer(corpus.adding(to: FuzzTarget.all), seed: seed)
        if let finding: Fuzzer.Finding = fuzzer.runSeeds() { report(finding) }
        let start: ContinuousClock.Instant = .now
        while true {
            if let seconds, start.duration(to: .now) >= .seconds(seconds) { break }
            if seconds == nil, fuzzer.rounds >= iterations { break }
            // The clock is asked once in a hundred rounds.
            for _ in 0..<100 {
                guard let finding: Fuzzer.Finding = fuzzer.round(trace: { if traces { Self.show($0, $1) } }) else { continue }
                report(finding)
            }
        }
        print("fuzz-wire: \(fuzzer.rounds) rounds, \(fuzzer.outcomes) outcomes, nothing found")
        exit(0)
    }

    private func report(_ finding: Fuzzer.Finding) -> Never {
        print("fuzz-wire: found with --seed \(seed)\n  \(finding)")
        exit(1)
    }

    private static func show(_ target: String, _ input: [UInt8]) {
        print(target, input.map { String($0, radix: 16) }.joined(separator: " "))
        fflush(nil)
    }

    private static func number<Value: FixedWidthInteger>(_ text: String?, of option: String) -> Value {
        guard let text, let value: Value = Value(text), value >= 0 else { leave("\(option) needs a number") }
        return value
    }

    private static func leave(_ reason: String) -> Never {
        print("fuzz-wire: \(reason)\n\(usage)")
        exit(2)
    }
}
