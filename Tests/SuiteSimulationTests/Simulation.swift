import ColonnadeEventLoop
import Foundation

/// The program `simulate-suite`, which lies beside the tests.
struct Simulation {
    /// How it ended, and what it printed.
    struct Report: Sendable {
        let hasHeld: Bool
        let text: String
    }

    /// Longer than any machine needs that is not stuck.
    private static let patience: Duration = .seconds(540)
    private static let mostOutput: Int = 64 << 20
    /// A child ends with the thread that has started it, so that one is kept.
    private static let loop: EventLoop = EventLoop(name: "simulations")

    /// Runs seeds, in a process of their own.
    static func run(_ arguments: String...) async throws -> Report {
        let tests: String = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program: String = URL(filePath: tests).deletingLastPathComponent().appending(path: "simulate-suite").path()
        var request: SpawnRequest = SpawnRequest(executable: program, arguments: arguments)
        // Swift's own hashes are to be the same in each run as well.
        request.environment = ["SWIFT_DETERMINISTIC_HASHING": "1"]
        request.environment["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        let outcome: ChildRun.Outcome = try await ChildRun(request, within: patience, atMost: mostOutput).outcome(on: loop)
        let text: String = String(decoding: outcome.output + outcome.errors, as: UTF8.self)
        return Report(hasHeld: outcome.exit == .exited(0), text: text)
    }
}
