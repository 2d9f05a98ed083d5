import ArgumentParser
import ColonnadeEventLoop
import SupervisorAdapters
import SupervisorCore

/// By which a command reaches a suite whose verticals systemd runs: no supervisor says who serves what.
struct SystemdOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("The launcher file, where systemd runs the verticals.", valueName: "file"), completion: .file())
    var launcher: String?

    @Option(
        help: ArgumentHelp("The folder with the operator's sockets, where systemd runs the verticals.", valueName: "dir"),
        completion: .directory)
    var sockets: String?

    func validate() throws {
        if (launcher == nil) != (sockets == nil) { throw ValidationError("--launcher and --sockets go together.") }
    }

    /// What a launcher file says, with the contracts of its programs.
    static func plan(_ launcher: String, on loop: EventLoop) async throws(CommandFailure) -> SuitePlan {
        do throws(SupervisorError) {
            return try await SuiteLoader(path: launcher, loop: loop).load().plan
        } catch {
            throw CommandFailure(.failed, error.description)
        }
    }
}
