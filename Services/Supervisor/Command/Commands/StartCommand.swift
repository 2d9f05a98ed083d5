import ArgumentParser
import ColonnadeEventLoop
import ColonnadeSystemIO

/// `svc-supervisor start`.
struct StartCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "start", abstract: "Start verticals, after the ones that they use; wait until they are ready.",
        discussion: "A program whose contract breaks a running vertical is not started; `restart --force` starts it anyway.")

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
            try await client.start(VerticalSelection(names: names))
        }
        try StatusTable.show(statuses, json: json)
        return .done
    }
}
