import ArgumentParser
import ColonnadeEventLoop
import ColonnadeSystemIO

/// `svc-supervisor stop`.
struct StopCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "stop", abstract: "Drain and stop verticals; wait until they are gone.")

    @OptionGroup
    var suite: SuiteOptions

    @Argument(help: "The verticals, by name; NAME@2 for one of several processes.", completion: SuiteCompletions.processes)
    var names: [String]

    @Flag(help: "Print JSON.")
    var json: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        let statuses: [VerticalStatus] = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.stop(VerticalSelection(names: names))
        }
        try StatusTable.show(statuses, json: json)
        return .done
    }
}
