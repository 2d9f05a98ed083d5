import ArgumentParser
import ColonnadeEventLoop
import ColonnadeSystemIO

/// `svc-supervisor restart`.
struct RestartCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "restart", abstract: "Stop and start verticals; wait until they are ready.")

    @OptionGroup
    var suite: SuiteOptions

    @Argument(help: "The verticals, by name.")
    var names: [String]

    @Flag(help: "Print JSON.")
    var json: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        let statuses: [VerticalStatus] = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.restart(RestartRequest(names: names))
        }
        try StatusTable.show(statuses, json: json)
        return .done
    }
}
