import ArgumentParser
import ColonnadeEventLoop
import FoundationEssentials
import SupervisorAdapters
import SupervisorCore

extension UnitForm: ExpressibleByArgument {}

/// `svc-supervisor units`.
struct UnitsCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "units", abstract: "Write units of systemd from a launcher file.",
        discussion: TextLines.unwrapped(
            """
            --form supervisor: one unit, which runs the supervisor with the whole suite. --form verticals: a service for each vertical
            and a socket for each edge, with users, folders and configurations; systemd supervises then. That has no
            instances: a socket unit leads to one service.

            The programs are asked what they are on this machine; the units name them where they will be: --binaries. Paths in the launcher
            file are relative to the folder in which it will be: --installed.
            """))

    @Option(help: ArgumentHelp("The launcher file.", valueName: "file"))
    var launcher: String = "deploy/launchers/clinic.yml"

    @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
    var output: String

    @Option(help: ArgumentHelp("What to write: \(UnitForm.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "form"))
    var form: UnitForm = .both

    @Option(help: ArgumentHelp("Where svc-supervisor and the daemons will be.", valueName: "dir"))
    var binaries: String = "/usr/lib/colonnade/bin"

    @Option(help: ArgumentHelp("The folder in which the launcher file will be.", valueName: "dir"))
    var installed: String = "/usr/share/colonnade/launchers"

    func validate() throws {
        for (name, path): (String, String) in [("--binaries", binaries), ("--installed", installed)] where !path.hasPrefix("/") {
            throw ValidationError("\(name): expected an absolute path, found '\(path)'.")
        }
    }

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let loaded: (plan: SuitePlan, warnings: [String])
        do throws(SupervisorError) {
            loaded = try await SuiteLoader(path: launcher, installed: installed, loop: loop).load()
        } catch {
            throw CommandFailure(.failed, error.description)
        }
        let issues: [LauncherIssue] = SuiteUnits.issues(loaded.plan, form)
        guard !issues.contains(where: { $0.severity == .error }) else {
            throw CommandFailure(.failed, issues.map { $0.text(file: launcher) }.joined(separator: "\n"))
        }
        for warning: String in loaded.warnings + issues.map({ $0.text(file: launcher) }) { Terminal.error(warning) }
        let name: String = URL(filePath: launcher).lastPathComponent
        let places: UnitPlaces = UnitPlaces(binaries: binaries, launcher: "\(installed)/\(name)")
        let files: [UnitFile] = SuiteUnits(loaded.plan, at: places).files(form)
        for file: UnitFile in files { try write(file) }
        Terminal.line("\(files.count) files in \(output)")
        return .done
    }

    private func write(_ file: UnitFile) throws(CommandFailure) {
        let place: URL = URL(filePath: "\(output)/\(file.path)")
        do {
            try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.text.utf8).write(to: place, options: .atomic)
        } catch {
            // What Foundation says is for programmers.
            throw CommandFailure(.failed, "\(place.path) can not be written: look at the rights and the room of \(output).")
        }
    }
}
