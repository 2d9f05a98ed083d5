import ArgumentParser
import ColonnadeContract
import ColonnadeEventLoop
import ColonnadeSystemIO
import ColonnadeTransport
import FoundationEssentials

/// `svc-supervisor call`.
struct CallCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "call", abstract: "Activate a board, and print its outputs: as JSON, one on each line, or as tables on a terminal.",
        discussion: TextLines.unwrapped(
            """
            The input is fields, JSON, or JSON and then fields that go into it:

              svc-supervisor call maps searchPlaces text=hospital limit=2
              svc-supervisor call maps searchPlaces near.latitude=42.36 near.longitude=-71
              svc-supervisor call maps searchPlaces '{"text": "hospital"}' limit=2

            name=value is read by the field's type; an array takes one element each time; name:=JSON takes JSON. Names are as in
            Swift (see `svc-supervisor describe`), dates as RFC 3339, bytes as base64 or "@path", an enum case as "case" or
            {"case": {…}}. A refusal or a failure is JSON on standard error.

            --field prints one place of each output: .token, .slots[0].start, .slots[].start for all of them.

            Where systemd runs the verticals, the operator's sockets take the place of the suite's folder:

              svc-supervisor call --launcher clinic.yml --sockets /run/clinic/operator \\
                maps searchPlaces text=hospital

            Everybody who lists processes can read a session on the command line. Keep the output of signing in in a file that only
            you can read, and name that file: --session @FILE, or COLONNADE_SESSION=@FILE in the environment.
            """))

    @OptionGroup
    var suite: SuiteOptions

    @OptionGroup
    var systemd: SystemdOptions

    @Argument(help: "The vertical.", completion: SuiteCompletions.verticals)
    var vertical: String

    @Argument(help: "The board.", completion: SuiteCompletions.boards)
    var board: String

    @Argument(
        help: ArgumentHelp(
            "The input: fields, or JSON, @FILE, or - for standard input; default: no fields.", valueName: "name=value|json|@file|-"),
        completion: SuiteCompletions.fields)
    var input: [String] = []

    @Option(help: ArgumentHelp("Print only what stands there: texts as they are, everything else as JSON.", valueName: "path"))
    var field: String?

    @Flag(help: "Print JSON on a terminal, too.")
    var json: Bool = false

    @Option(help: ArgumentHelp("Send the file's bytes as commands, to a board that takes bytes.", valueName: "path"), completion: .file())
    var sendFile: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Send each line of a file, or of standard input for -, as a command in JSON.", valueName: "file|-"))
    var commands: String?

    @Option(
        help: ArgumentHelp(
            "The caller's session: a file with the token or the output of signing in, or the token itself. Default: COLONNADE_SESSION.",
            valueName: "@file|token"))
    var session: String?

    @Option(help: ArgumentHelp("How long the call may take: 500ms, 30s, 5m, or a number of seconds.", valueName: "duration"))
    var timeout: String?

    @Option(
        help: ArgumentHelp(
            "The trace that the call is part of: 00-, 32 and 16 hexadecimal digits, and 01 where it is sampled. Default: TRACEPARENT.",
            valueName: "traceparent"))
    var traceparent: String?

    @Flag(help: "Trace the call through all verticals, and print the trace on standard error behind the answer.")
    var trace: Bool = false

    func validate() throws {
        if sendFile != nil, commands != nil { throw ValidationError("--send-file and --commands exclude each other.") }
        if input.contains("-"), commands == "-" { throw ValidationError("Standard input can be the input or the commands, not both.") }
        if field != nil, json { throw ValidationError("--field and --json exclude each other.") }
        if let traceparent, TraceContext(parsing: traceparent) == nil {
            throw ValidationError(
                "--traceparent: expected 00-TRACE-SPAN-01 with 32 and 16 small hexadecimal digits (https://www.w3.org/TR/trace-context/).")
        }
        if timeout != nil, duration == nil { throw ValidationError("--timeout: expected a duration above zero such as 500ms, 30s or 5m.") }
    }

    private var duration: Duration? {
        guard let timeout else { return nil }
        let given: Duration? = DurationText.parse(timeout) ?? DurationText.parse(timeout + "s")
        return given.flatMap { $0 > .zero ? $0 : nil }
    }

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let source: SuiteSource = try await SuiteSource.find(suite, systemd, on: loop)
        defer { source.close() }
        let target: CallTarget = try await CallTarget.find(vertical, board, by: source)
        let connector: Connector = source.connector(to: target.vertical, target.contract, loop)
        let body: [UInt8] = try CallInput(arguments: input).encoded(for: target)
        let form: OutputForm = try form(of: target)
        let commands: CommandSource = try CommandSource(sendFile: sendFile, commands: self.commands, target: target)
        var metadata: CallMetadata = CallMetadata()
        metadata.session = try CallSession.token(session ?? ProcessInfo.processInfo.environment[CallSession.variable])
        if let duration { metadata.deadline = (MonotonicTime.read() + duration).nanoseconds }
        let parent: TraceContext? = (traceparent ?? ProcessInfo.processInfo.environment["TRACEPARENT"]).flatMap {
            TraceContext(parsing: $0)
        }
        let traced: TracedCall? = trace ? TracedCall(target, in: parent) : nil
        metadata.traceparent = (traced?.context ?? parent)?.traceparent
        let (status, end): (ExitStatus, CallEnding) = await CallMetadata.$current.withValue(metadata) {
            await CallRun(target: target, body: body, form: form, source: commands, connector: connector, loop: loop).run()
        }
        try await traced?.show(source, json: json, end, on: loop)
        return status
    }

    private func form(of target: CallTarget) throws(CommandFailure) -> OutputForm {
        guard let field else { return json || !StandardOutput.isTerminal ? .lines : .people }
        return .field(try TypePath.path(field, from: target.board.output, in: target.contract))
    }
}
