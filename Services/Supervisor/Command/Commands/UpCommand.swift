import ArgumentParser
import ColonnadeEventLoop
import FoundationEssentials
import Glibc
import SupervisorAdapters

/// `svc-supervisor up`.
struct UpCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "up", abstract: "Launch a suite.",
        discussion: TextLines.unwrapped(
            """
            Stays in the foreground until ctrl-C, SIGTERM or the end of its terminal (SIGHUP), which stop the suite in order.
            With --detach it returns once every vertical is ready; if one fails, it stops the suite again. A detached
            supervisor writes to logs/supervisor.log, which is rotated like every log.

            The suite's folder must belong to you, and nobody else may write to it; other users have no access.

            Under root each vertical has a user of its own, unless the launcher file says 'users: same', or 'user: NAME' of one:
            that of an account, of root, or the supervisor's ('same'). The file 'users' in the folder keeps their numbers.

            A vertical reaches its own files and sockets only, and has the limits that the launcher file gives it; 'status'
            says what this system does not enforce.
            """))

    @OptionGroup
    var suite: SuiteOptions

    @Option(help: ArgumentHelp("The launcher file; default: the one in deploy/launchers, where there is just one.", valueName: "file"))
    var launcher: String?

    @Flag(help: "Return once every vertical is ready, and leave the suite running.")
    var detach: Bool = false

    @Flag(help: "Launch programs even if their contracts do not fit each other, and print what does not fit.")
    var force: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let file: String = try launcherFile()
        FilePath.makePrivateFiles()
        do throws(PrivateDirectoryError) {
            if try FilePath.makePrivateDirectory(suite.place.path, isPassed: geteuid() == 0) {
                Terminal.error("The folder \(suite.place.path) was closed to other users, who could read it.")
            }
        } catch {
            throw CommandFailure(.failed, "No suite can run here: \(error).")
        }
        if detach { return try await DetachedStart(launcher: file, home: suite.place, force: force, loop: loop).run() }
        return try await ForegroundRun(launcher: file, home: suite.place, force: force, loop: loop).run()
    }

    private func launcherFile() throws(CommandFailure) -> String {
        if let launcher { return launcher }
        let files: [String] = LauncherChoice.all
        if let only: String = LauncherChoice.only { return only }
        let folder: String = LauncherChoice.folder
        let found: String =
            files.isEmpty ? "there is none in \(folder)" : "there are several in \(folder): \(files.joined(separator: ", "))"
        throw CommandFailure(.usage, "Say which launcher to start by --launcher FILE; \(found).")
    }
}
