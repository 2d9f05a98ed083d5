import Foundation
import Testing

/// A suite in a folder of its own, driven by the command line.
final class TriedSuite: Sendable {
    let folder: String
    let supervisor: Program
    let home: String
    var events: String { "\(folder)/events" }

    /// - Parameter home: the home's path in the suite's folder.
    init(home name: String = "home") throws {
        folder = "\(FileManager.default.temporaryDirectory.path)/svc-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // Under root each vertical is a user of its own, and notes what happens to it beside the home.
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
        try Data().write(to: URL(filePath: "\(folder)/events"))
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: "\(folder)/events")
        home = "\(folder)/\(name)"
        supervisor = Program(name: "svc-supervisor", environment: ["COLONNADE_HOME": home, "NO_COLOR": "1"])
    }

    /// A test that failed half-way has not called ``end()``.
    deinit {
        guard FileManager.default.fileExists(atPath: folder) else { return }
        let down: Process = Process()
        down.executableURL = URL(filePath: "\(Program.folder)/svc-supervisor")
        down.arguments = ["down", "--home", home]
        down.standardOutput = FileHandle.nullDevice
        down.standardError = FileHandle.nullDevice
        if (try? down.run()) != nil { down.waitUntilExit() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Writes a launcher file and brings the suite up.
    /// - Parameters:
    ///   - isolation: by itself whoever notes something beside the home may do so.
    ///   - top: what else the launcher file says, in one line.
    func up(_ verticals: String, isolation: String = "{ write: [./] }", top: String = "") async throws -> Program.Result {
        try Data("launcher: tried\nverticals:\n\(verticals)\nisolation: \(isolation)\n\(top)\n".utf8).write(
            to: URL(filePath: "\(folder)/tried.yml"))
        return try await supervisor.run(["up", "--launcher", "\(folder)/tried.yml", "--detach"])
    }

    /// Takes the suite down, whatever state it is in, and removes its folder.
    func end() async {
        _ = try? await supervisor.run(["down"])
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A daemon that is a script: it notes what happens to it in `events`, and says READY=1 between two pieces of code.
    func script(
        _ name: String, uses: [String] = [], handover: String? = nil, concurrency: String? = nil, beforeReady: String = "",
        afterReady: String = ""
    ) throws {
        let path: String = "\(folder)/svc-\(name)"
        let daemon: ScriptDaemon = ScriptDaemon(
            name: name, uses: uses, handover: handover, concurrency: concurrency, events: events)
        try Data(daemon.text(beforeReady, afterReady).utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// What the scripts noted so far.
    var noted: [String] {
        let data: Data = FileManager.default.contents(atPath: events) ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// One vertical of `status --json`.
    func status(_ name: String) async throws -> VerticalReport {
        try #require(try await statuses().first { $0.name == name })
    }

    /// `status --json`.
    func statuses() async throws -> [VerticalReport] {
        let result: Program.Result = try await supervisor.run(["status", "--json"])
        return try JSONDecoder().decode(StatusReport.self, from: Data(result.output.utf8)).verticals
    }

    /// Asks again until the condition holds; a minute is the end of patience on a busy machine.
    func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
        let clock: ContinuousClock = ContinuousClock()
        let end: ContinuousClock.Instant = clock.now + .seconds(60)
        while clock.now < end {
            if try await condition() { return true }
            // Whoever asks without a pause takes the processor from those that are waited for.
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { continuation.resume() }
            }
        }
        return false
    }

    /// Lets time pass that something has to last: until the clock says so.
    func pass(_ duration: Duration) async throws {
        let clock: ContinuousClock = ContinuousClock()
        let end: ContinuousClock.Instant = clock.now + duration
        _ = try await eventually { clock.now >= end }
    }

    /// The process id of the supervisor.
    func supervisorPID() throws -> Int32 {
        let text: String = try String(contentsOfFile: "\(home)/run/supervisor.pid", encoding: .utf8)
        return try #require(Int32(text.filter(\.isNumber)))
    }

    /// What the detached supervisor has reported.
    var report: String { String(decoding: FileManager.default.contents(atPath: "\(home)/logs/supervisor.log") ?? Data(), as: UTF8.self) }

    /// The permissions of something in the home.
    func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(home)/\(path)")[.posixPermissions] as? Int
    }

    /// Waits until the supervisor has reported that a vertical is ready in a generation. It asks nobody: each process that a test
    /// starts costs it descriptors.
    func isReady(_ name: String, generation: Int) async throws -> Bool {
        try await eventually {
            report.split(separator: "\n").contains {
                $0.contains("\(name): ready (process ") && $0.hasSuffix(", generation \(generation))")
            }
        }
    }

    /// Every socket and every process that the suite has left.
    var leftovers: [String] {
        var left: [String] = (try? FileManager.default.subpathsOfDirectory(atPath: "\(home)/run").map { "run/\($0)" }) ?? []
        for entry: String in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] where Int32(entry) != nil {
            let environment: Data = FileManager.default.contents(atPath: "/proc/\(entry)/environ") ?? Data()
            if environment.range(of: Data("NOTIFY_SOCKET=\(home)/run".utf8)) != nil { left.append("process \(entry)") }
        }
        return left
    }
}

/// `status --json`, as scripts rely on it.
struct StatusReport: Decodable {
    let verticals: [VerticalReport]
}

struct VerticalReport: Decodable {
    let name: String
    let state: String
    let pid: Int32?
    let generation: Int
    let restarts: Int
    let reason: String?
    let others: [GenerationReport]
    let enforced: [String]
    let notEnforced: [String]
}

struct GenerationReport: Decodable {
    let generation: Int
    let pid: Int32?
    let state: String
}
