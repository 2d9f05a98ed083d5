import Foundation
import Testing

/// Four verticals with their databases and the supervisor's decisions in one process and in virtual time, over pipes that delay, cut and
/// break: see `Tests/SuiteSimulation`.
@Suite("The whole suite, from one seed", .serialized, .timeLimit(.minutes(30)))
struct SuiteSimulationTests {
    /// How many seeds are run, by processes of which two run at a time.
    private static let seeds: Int = ProcessInfo.processInfo.environment["SEEDS"].flatMap { Int($0) } ?? 1_000
    private static let seedsOfProcess: Int = 50

    @Test("what callers were told of their bookings is so, whatever happens; SEEDS=N for more")
    func story() async throws {
        async let even: Void = Self.run(from: 0)
        async let odd: Void = Self.run(from: 1)
        _ = try await (even, odd)
    }

    /// Runs every second process's seeds.
    private static func run(from process: Int) async throws {
        for first: Int in stride(from: process * seedsOfProcess, to: seeds, by: 2 * seedsOfProcess) {
            let count: Int = min(seedsOfProcess, seeds - first)
            let report: Simulation.Report = try await Simulation.run("--first", "\(first)", "--seeds", "\(count)")
            #expect(report.hasHeld, "\(report.text.prefix(8_192))")
        }
    }

    @Test(
        "each bug that is put in on purpose is found",
        arguments: ["sendsAgain", "tellsWrongOutcome", "losesMoved", "undoesCommit"])
    func planted(_ bug: String) async throws {
        let report: Simulation.Report = try await Simulation.run("--seeds", "300", "--bug", bug)
        #expect(report.text.contains("\(bug) was found by seed "), "\(report.text.suffix(2_048))")
    }

    @Test("the same seed does the same, moment by moment")
    func sameSeed() async throws {
        let runs: [[Substring]] = [
            try await Simulation.run("--seeds", "20", "--log").text.split(separator: "\n"),
            try await Simulation.run("--seeds", "20", "--log").text.split(separator: "\n"),
        ]
        try #require(runs[0].count > 1_000, "\(runs[0].prefix(20))")
        let different: Int? = zip(runs[0], runs[1]).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        #expect(different == nil && runs[0].count == runs[1].count, "from line \(different ?? 0): \(runs.map { $0[different ?? 0] })")
    }
}
