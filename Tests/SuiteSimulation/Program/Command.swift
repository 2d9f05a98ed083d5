import CSettle
import ColonnadeEventLoop
import FoundationEssentials
import Glibc

/// What the command line asks for.
struct Command {
    private static let usage: String = """
        usage: simulate-suite [--first N] [--seeds N] [--bug NAME] [--log]
          --first N   the first seed; 0 unless said otherwise
          --seeds N   how many seeds; 1 unless said otherwise
          --bug NAME  put a bug in on purpose, and stop at the first seed that finds it: \
        \(PlantedBug.allCases.map(\.rawValue).joined(separator: ", "))
          --log       print what happens in each seed

        """

    private var first: UInt64 = 0
    private var seeds: UInt64 = 1
    private var bug: PlantedBug?
    private var printsLog: Bool = false

    init(_ arguments: ArraySlice<String>) {
        var rest: ArraySlice<String> = arguments
        while let option: String = rest.popFirst() {
            switch option {
            case "--first": first = Self.number(rest.popFirst(), of: option)
            case "--seeds": seeds = Self.number(rest.popFirst(), of: option)
            case "--bug":
                guard let named: PlantedBug = rest.popFirst().flatMap(PlantedBug.init(rawValue:)) else { Self.leave("no such bug") }
                bug = named
            case "--log": printsLog = true
            case "-h", "--help":
                StandardOutput.write(Array(Self.usage.utf8))
                exit(0)
            default: Self.leave("unknown option \(option)")
            }
        }
    }

    /// - Returns: whether every seed held, or with a bug, whether one has found it.
    func run() -> Bool {
        var failed: Int = 0
        var confirmed: Int = 0
        for seed: UInt64 in first..<(first + seeds) {
            let outcome: SimulatedRun.Outcome = SimulatedRun(seed: seed, bug: bug).run(in: Self.home) { csettle_run() }
            if printsLog { say("seed \(seed)\n" + outcome.log.joined(separator: "\n")) }
            confirmed += outcome.counts.confirmed
            guard let fault: String = outcome.faults.first else { continue }
            failed += 1
            say("seed \(seed): \(fault)")
            if let bug {
                say("simulate-suite: \(bug.rawValue) was found by seed \(seed)")
                return true
            }
            for other: String in outcome.faults.dropFirst().prefix(9) { say("    \(other)") }
            say("    again: swift run simulate-suite --first \(seed) --log")
        }
        say("simulate-suite: \(seeds) seeds from \(first), \(confirmed) bookings confirmed, \(failed) seeds failed")
        return bug == nil && failed == 0
    }

    /// In memory where the machine has such a place: each commit is synced, and a disk would take most of the time.
    private static var home: String {
        let files: FileManager = .default
        let parent: String = files.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : files.temporaryDirectory.path
        return "\(parent)/simulate-suite-\(getpid())"
    }

    private func say(_ line: String) {
        StandardOutput.write(Array("\(line)\n".utf8))
    }

    private static func number(_ text: String?, of option: String) -> UInt64 {
        guard let number: UInt64 = text.flatMap({ UInt64($0) }), number <= 1_000_000_000_000 else { leave("\(option) takes a number") }
        return number
    }

    private static func leave(_ reason: String) -> Never {
        StandardError.write(Array("simulate-suite: \(reason)\n\(usage)".utf8))
        exit(2)
    }
}
