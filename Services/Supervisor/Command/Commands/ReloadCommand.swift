import ArgumentParser
import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorAdapters

/// `svc-supervisor reload`.
struct ReloadCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "reload", abstract: "Carry out a changed launcher file: start, stop and replace only what has changed.",
        discussion: TextLines.unwrapped(
            """
            Shows what is done, and why: the keys that have changed. What has not changed keeps its process and its sockets. A
            vertical whose process is given something else, or whose program was built anew, is replaced without a failed call;
            other programs, and verticals that must be alone, restart. Processes come and go as 'instances' says. Restart rules,
            order, groups and logs change without a process.

            Errors of the file are told all at once, and nothing is done. Where something starts, ends or is being replaced, a reload
            waits up to ten seconds for it. A next process that does not become ready is thrown away, and the one before goes on.
            Boards under 'launch' are not activated again.
            """))

    @OptionGroup
    var suite: SuiteOptions

    @Option(help: ArgumentHelp("The launcher file; default: the one that the suite runs from.", valueName: "file"))
    var launcher: String?

    @Flag(help: "Only show what would be done.")
    var dryRun: Bool = false

    @Flag(help: "Launch programs even if their contracts do not fit each other, and print what does not fit.")
    var force: Bool = false

    @Flag(help: "Print JSON.")
    var json: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        let request: ReloadRequest = ReloadRequest(
            launcher: launcher.map(SuiteLoader.absolute), dryRun: dryRun, force: force ? true : nil)
        let report: ReloadReport = try await link.ask { client throws(SupervisorClient.Failure) in try await client.reload(request) }
        try ReloadText(report: report, isDone: !dryRun).show(json: json)
        return .done
    }
}
