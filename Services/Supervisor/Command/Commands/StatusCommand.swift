import ArgumentParser
import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorCore

/// `svc-supervisor status`.
struct StatusCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of the verticals, in the order in which they start.",
        discussion: """
            Below them stands what the launcher file asks for and the kernel does not keep. --json has what it keeps too:
            'enforced' and 'notEnforced', a sentence each. --field prints one place of each vertical: .pid, .state, .restarts.
            """)

    @OptionGroup
    var suite: SuiteOptions

    @Argument(help: "The verticals, by name; default: all.", completion: SuiteCompletions.verticals)
    var names: [String] = []

    @Flag(help: "Print JSON.")
    var json: Bool = false

    @Option(help: ArgumentHelp("Print only what stands there, a line for each vertical: .pid, .state, .restarts.", valueName: "path"))
    var field: String?

    func validate() throws {
        if field != nil, json { throw ValidationError("--field and --json exclude each other.") }
    }

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        let statuses: [VerticalStatus] = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.status(VerticalSelection(names: names.map(NameForms.kebab)))
        }
        guard let field else {
            try StatusTable.show(statuses, json: json)
            return .done
        }
        let path: ValuePath = try TypePath.path(field, from: "VerticalStatus", in: SupervisorContract.descriptor)
        for status: VerticalStatus in statuses {
            for text: String in OutputForm.texts(path.values(in: try StatusTable.json(status))) { Terminal.line(text) }
        }
        return .done
    }
}
