import ColonnadeEventLoop
import FoundationEssentials

/// Runs git and waits for it.
enum GitCommand {
    struct Result {
        let succeeded: Bool
        let output: [UInt8]
        /// What git says on standard error.
        let errors: [UInt8]

        /// The output without the line break at its end.
        var text: String { String(decoding: output, as: UTF8.self).trimmingTrailingSpace() }

        /// The first line of what git complains about, in brackets; empty where it does not.
        var complaint: String {
            errors.split(separator: UInt8(ascii: "\n")).first.map { " (git: \(String(decoding: $0, as: UTF8.self)))" } ?? ""
        }
    }

    /// Why git could not be run to its end.
    struct Failure: Error {
        let reason: String
    }

    /// A large repository on a slow disk may take its time; a git that waits for something never ends.
    private static let timeLimit: Duration = .seconds(60)
    /// The paths of a million files.
    private static let byteLimit: Int = 64 << 20

    /// Runs git in `folder`.
    static func run(_ arguments: [String], in folder: String) throws(Failure) -> Result {
        let environment: [String: String] = ProcessInfo.processInfo.environment
        guard let program: String = find(in: environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin") else {
            throw Failure(reason: "there is no git on PATH; install it, or compare with a file: --against X.contract.json")
        }
        var request: SpawnRequest = SpawnRequest(executable: program, arguments: arguments)
        request.environment = environment
        request.workingDirectory = folder.isEmpty ? "." : folder
        let run: ChildRun = ChildRun(request, within: timeLimit, atMost: byteLimit)
        let result: Swift.Result<ChildRun.Outcome, ChildRun.Failure> = EventLoop.run(name: "git") { loop in
            do throws(ChildRun.Failure) { return .success(try await run.outcome(on: loop)) } catch { return .failure(error) }
        }
        switch result {
        case .success(let outcome): return Result(succeeded: outcome.exit == .exited(0), output: outcome.output, errors: outcome.errors)
        case .failure(let failure): throw Failure(reason: "git \(arguments.first ?? "") \(failure)")
        }
    }

    private static func find(in path: String) -> String? {
        path.split(separator: ":").map { "\($0)/git" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
