import ArgumentParser
import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import FoundationEssentials

/// `svc-supervisor open`.
struct OpenCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "open", abstract: "Open a deep link: say which vertical handles it, and show the screen.",
        discussion: TextLines.unwrapped(
            """
            The suite's shell opens the link as a browser does, and its screen is printed as text. Where a desktop's browser can be
            started (xdg-open), the link is opened there; --print keeps it here.
            Without a shell in the launcher the verticals are asked, and what the link leads to is printed.
            """))

    @OptionGroup
    var suite: SuiteOptions

    @Argument(help: "A URL, or its path and query: /appointments/7.")
    var url: String

    @Flag(help: "Print the screen as text, also where a browser could be started.")
    var print: Bool = false

    @Flag(help: "Print JSON.")
    var json: Bool = false

    @Option(
        help: ArgumentHelp(
            "The session to open it with: a file with the token or the output of signing in, or the token itself. Default: COLONNADE_SESSION.",
            valueName: "@file|token"))
    var session: String?

    func validate() throws {
        guard Link(url) != nil else {
            throw ValidationError(
                "'\(url)' is no link: expected a URL, or a path such as /appointments/7, of at most \(Link.longestURL) bytes.")
        }
    }

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        var metadata: CallMetadata = CallMetadata()
        metadata.session = try CallSession.token(session ?? ProcessInfo.processInfo.environment[CallSession.variable])
        let opening: LinkOpening = LinkOpening(url: url, metadata: metadata, link: link, loop: loop)
        let opened: OpenedURL = try await opening.open()
        let browser: DesktopBrowser? = print || json || opened.address.isEmpty ? nil : DesktopBrowser.find()
        if let browser, opened.handler != nil { try browser.open(opened.address, on: loop) }
        if json {
            Terminal.line(try OpenText.json(opened))
        } else {
            for line: String in OpenText.lines(opened, inBrowser: browser != nil) { Terminal.line(line) }
        }
        return OpenText.isDone(opened.outcome) ? .done : .failed
    }
}
