import Foundation
import Testing

/// A whole clinic suite of its own, under a supervisor of its own, in a folder of its own. Call ``down()`` at the end.
final class Suite: Sendable {
    /// Where the daemons were built.
    static let products: URL = {
        let bundle: String? = ProcessInfo.processInfo.arguments.first { $0.contains(".xctest") }
        guard let bundle,
            let end: Range<String.Index> = bundle.range(
                of: "/", options: .backwards, range: bundle.startIndex..<bundle.range(of: ".xctest")!.lowerBound)
        else { return root.appending(path: ".build/debug") }
        return URL(filePath: String(bundle[..<end.lowerBound]))
    }()
    /// The package's folder.
    static let root: URL = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    let home: URL

    /// Starts the clinic and returns when every vertical is ready, and somebody of the staff has signed in.
    init(launcher: URL = Suite.root.appending(path: "deploy/launchers/clinic.yml")) async throws {
        home = FileManager.default.temporaryDirectory.appending(
            path: "colonnade-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0...UInt32.max))")
        let up: Finished = try await run("up", "--detach", "--launcher", try copy(launcher).path())
        try #require(up.status == 0, "the suite does not come up: \(up.errors)")
        try await signUpStaff()
    }

    /// Runs `svc-supervisor` with this suite's home, to its end.
    func run(_ arguments: String..., input: String = "", deadline: Duration = .seconds(60)) async throws -> Finished {
        try await Running(arguments, home: home, input: input).finished(within: deadline)
    }

    /// Starts `svc-supervisor` with this suite's home.
    func start(_ arguments: String..., input: String? = "") throws -> Running {
        try Running(arguments, home: home, input: input)
    }

    /// Calls a board by the staff's session, or by one that is named, and gives its outputs.
    func call(_ vertical: String, _ board: String, _ input: String, _ more: String...) async throws -> Finished {
        try await Running(["call", vertical, board, input] + more + session(more), home: home, input: "").finished(within: .seconds(60))
    }

    /// Starts a call of a board by the staff's session.
    func startCall(_ vertical: String, _ board: String, _ input: String, _ more: String..., writing text: String? = "") throws -> Running {
        try Running(["call", vertical, board, input] + more + session(more), home: home, input: text)
    }

    /// What `status --json` says of one vertical.
    func status(of vertical: String) async throws -> Status {
        let finished: Finished = try await run("status", "--json")
        let report: StatusReport = try JSONDecoder().decode(StatusReport.self, from: Data(finished.output.utf8))
        return try #require(report.verticals.first { $0.name == vertical })
    }

    /// Waits until `vertical` is ready in `generation` or a later one.
    func waitUntilReady(_ vertical: String, generation: UInt64, within limit: Duration = .seconds(30)) async throws {
        let deadline: ContinuousClock.Instant = .now + limit
        while ContinuousClock.now < deadline {
            let status: Status = try await status(of: vertical)
            if status.state == "ready", status.generation >= generation { return }
        }
        throw Late(what: "\(vertical) is not ready in generation \(generation) within \(limit)")
    }

    /// Stops the suite and removes its folder.
    func down() async throws {
        let down: Finished = try await run("down")
        #expect(down.status == 0, "down failed: \(down.errors)")
        try? FileManager.default.removeItem(at: home)
    }
}

struct Status: Decodable, Sendable {
    let name: String
    let state: String
    let pid: Int32?
    let generation: UInt64
    let restarts: Int
}

private struct StatusReport: Decodable {
    let verticals: [Status]
}

/// Something did not happen in time.
struct Late: Error, CustomStringConvertible {
    let what: String

    var description: String { what }
}
