import ArgumentParser
import ColonnadeEventLoop
import ColonnadeSystemIO

/// `svc-supervisor status`.
struct StatusCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of the verticals, in the order in which they start.",
        discussion: """
            Below them stands what the launcher file asks for and the kernel does not keep. --json has what it keeps too:
            'enforced' and 'notEnforced', a sentence each.
            """)

    @OptionGroup
    var suite: SuiteOptions

    @Flag(help: "Print JSON.")
    var json: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        let statuses: [VerticalStatus] = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.status(VerticalSelection())
        }
        try StatusTable.show(statuses, json: json)
        return .done
    }
}
