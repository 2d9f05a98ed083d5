import ArgumentParser
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import SupervisorAdapters

/// `svc-supervisor reexec`.
struct ReexecCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "reexec",
        abstract: "Run another svc-supervisor in the place of the one that runs, without a vertical noticing.",
        discussion: TextLines.unwrapped(
            """
            The process stays the same, and with it the verticals, their sockets, and what they write. The file that is now where
            the supervisor's program was is taken, or the one that you name. It is asked first whether it can take the suite: one
            that can not, or gives no answer within ten seconds, is refused, and the supervisor goes on as it was.

            It is refused while a vertical is being replaced or a launcher file carried out. Commands that talk to the supervisor
            meanwhile, such as `logs --follow`, may end, and can be given again; what they have begun goes on. Where the new
            program fails when it has taken the supervisor's place already, it stops every vertical and says so in
            logs/supervisor.log.
            """))

    private static let patience: Duration = .seconds(60)

    @OptionGroup
    var suite: SuiteOptions

    @Option(
        help: ArgumentHelp("The program; default: the file where the supervisor's own was when it started.", valueName: "file"),
        completion: .file())
    var executable: String?

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let home: SuiteHome = suite.place
        let link: SupervisorLink = try SupervisorLink(home, on: loop)
        defer { link.close() }
        let path: String? = executable.map { URL(filePath: $0).absoluteURL.standardized.path }
        let report: ReexecReport = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.reexec(ReexecRequest(executable: path))
        }
        let status: SupervisorStatus = try await settled(report, link, home, loop)
        guard status.incarnation >= report.incarnation else {
            throw CommandFailure(.failed, "The supervisor goes on with the program that it has: \(status.failure ?? "nobody knows why").")
        }
        Terminal.line("The supervisor (process \(status.pid)) runs \(status.executable) now, its program number \(status.incarnation).")
        return .done
    }

    /// Waits until one of the two programs runs the suite, and says so.
    private func settled(
        _ report: ReexecReport, _ link: SupervisorLink, _ home: SuiteHome, _ loop: EventLoop
    ) async throws(CommandFailure) -> SupervisorStatus {
        let end: MonotonicTime = loop.now + Self.patience
        while loop.now < end {
            let status: SupervisorStatus? = try? await link.client.supervisor(SupervisorQuestion())
            if let status, status.incarnation >= report.incarnation || status.failure != nil { return status }
            if let stranger: HomeOwner = HomeLock.stranger(home) { throw CommandFailure(.notReachable, stranger.sentence) }
            guard HomeLock.isTaken(home) else {
                throw CommandFailure(
                    .failed,
                    "The new program could not take the suite, and has stopped it; see \(home.log("supervisor")). "
                        + "Start it again by `svc-supervisor up`.")
            }
            try? await loop.sleep(for: .milliseconds(10))
        }
        throw CommandFailure(.failed, "The new program gives no answer; see \(home.log("supervisor")).")
    }
}
