import ArgumentParser
import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import Glibc

/// `svc-supervisor logs`.
struct LogsCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "logs", abstract: "Show what verticals wrote, oldest first.",
        discussion: """
            Control characters that could affect a terminal are shown as \\u{1b}; the files in logs/ hold them as they were written.
            """)

    @OptionGroup
    var suite: SuiteOptions

    @Argument(help: "The verticals, by name; default: all.")
    var names: [String] = []

    @Flag(name: [.short, .long], help: "Keep printing lines as they are written, until ctrl-C.")
    var follow: Bool = false

    @Option(name: [.customShort("n"), .long], help: "How many of the last lines of each vertical; default: all that are kept.")
    var lines: Int?

    func validate() throws {
        if let lines, lines < 0 { throw ValidationError("--lines must be 0 or more.") }
    }

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        if follow { loop.onSignal(SIGINT) { link.close() } }
        let request: LogRequest = LogRequest(names: names, lines: lines, follow: follow)
        do {
            for try await line: LogLine in link.client.logs(request) {
                guard Terminal.line(names.count == 1 ? line.text.printable : "\(line.name) | \(line.text.printable)") else { return .done }
            }
            return .done
        } catch {
            // Whoever follows is done with ctrl-C, or when the suite has gone down.
            if follow, let fault: Fault = error.fault, fault.code != .undeclared { return .done }
            throw CommandFailure(error)
        }
    }
}
