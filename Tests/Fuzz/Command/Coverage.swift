import CFuzz
import Foundation
import WireFuzz

/// Fuzzing that is led by what the code does: libFuzzer makes the inputs, one target a process.
enum Coverage {
    /// The target of this process: libFuzzer's callback takes nothing along.
    private static let target: FuzzTarget? = targets.first { $0.name == name }
    private static let targets: [FuzzTarget] = FuzzTarget.all + [Canary.deep]

    private static var name: String? {
        let arguments: [String] = CommandLine.arguments
        return arguments.firstIndex(of: "--coverage").flatMap { arguments.dropFirst($0 + 1).first }
    }

    static func list() -> Never {
        for target: FuzzTarget in targets { print(target.name) }
        exit(0)
    }

    static func writeSeeds(into folder: String, corpus: Corpus) -> Never {
        do {
            for target: FuzzTarget in corpus.adding(to: targets) {
                let own: URL = URL(filePath: folder).appending(path: target.name)
                try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
                for (index, seed): (Int, [UInt8]) in target.seeds.enumerated() {
                    try Data(seed).write(to: own.appending(path: "seed-\(index)"))
                }
            }
            exit(0)
        } catch {
            print("fuzz-wire: the seeds can't be written: \(error)")
            exit(1)
        }
    }

    static func run(_ name: String) -> Never {
        guard cfuzz_is_linked() else { leave("this build has no libFuzzer; run `make fuzz`") }
        guard target != nil else { leave("there is no target \(name); --targets lists them") }
        exit(
            cfuzz_run {
                Coverage.one((0..<cfuzz_count()).map { cfuzz_byte($0) })
            })
    }

    private static func one(_ input: [UInt8]) {
        var random: SeededGenerator = SeededGenerator(seed: UInt64(input.count))
        do {
            _ = try target?.run(input, &random)
        } catch {
            print("fuzz-wire: \(error)")
            fflush(nil)
            cfuzz_found()
        }
    }

    private static func leave(_ reason: String) -> Never {
        print("fuzz-wire: \(reason)")
        exit(2)
    }
}
