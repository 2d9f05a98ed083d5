import ArgumentParser
import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials
import Glibc
import SupervisorCore

/// `svc-supervisor logs`.
struct LogsCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "logs", abstract: "Show what verticals wrote, oldest first.",
        discussion: TextLines.unwrapped(
            """
            Control characters that could affect a terminal are shown as \\u{1b}; the files in logs/ hold them as they were written.
            """))

    private static let colours: [Terminal.Colour] = [.cyan, .magenta, .blue, .green, .yellow]

    @OptionGroup
    var suite: SuiteOptions

    @Argument(help: "The verticals, by name; default: all.", completion: SuiteCompletions.processes)
    var names: [String] = []

    @Flag(name: [.short, .long], help: "Keep printing lines as they are written, until ctrl-C.")
    var follow: Bool = false

    @Option(name: [.customShort("n"), .long], help: "How many of the last lines of each vertical; default: all that are kept.")
    var lines: Int?

    @Option(
        help: ArgumentHelp("Only lines from then on: 10m or 2h for so long ago, or a time such as 2026-11-24T08:00:00Z.", valueName: "time")
    )
    var since: String?

    @Option(help: ArgumentHelp("Only lines in which the regular expression is found.", valueName: "pattern"))
    var grep: String?

    @Flag(help: "Print JSON, a line for each: name, time and text.")
    var json: Bool = false

    func validate() throws {
        if let lines, lines < 0 { throw ValidationError("--lines must be 0 or more.") }
    }

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        if follow { loop.onSignal(SIGINT) { link.close() } }
        let request: LogRequest = LogRequest(names: names, lines: lines, follow: follow)
        var picking: LogPicking = try LogPicking(since: since, grep: grep, now: Date())
        do {
            for try await line: LogLine in link.client.logs(request) where picking.picks(line) {
                guard Terminal.line(shown(line)) else { return .done }
            }
            return .done
        } catch {
            // Whoever follows is done with ctrl-C, or when the suite has gone down.
            if follow, let fault: Fault = error.fault, fault.code != .undeclared { return .done }
            throw CommandFailure(error)
        }
    }

    private func shown(_ line: LogLine) -> String {
        if json {
            let time: JSONValue = LogPicking.time(of: line.text).map { .string($0) } ?? .null
            return JSONValue.object(["name": .string(line.name), "time": time, "text": .string(line.text)]).text
        }
        // One of several processes of a vertical has another name than that.
        if names.count == 1, line.name == NameForms.kebab(names[0]) { return line.text.printable }
        // Each vertical has a colour, the same one each time.
        let colour: Terminal.Colour = Self.colours[line.name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % Self.colours.count]
        return "\(Terminal.coloured(line.name, colour)) | \(line.text.printable)"
    }
}
