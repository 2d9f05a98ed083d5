import ArgumentParser
import ColonnadeEventLoop
import ColonnadeSystemIO

/// `svc-supervisor restart`.
struct RestartCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "restart", abstract: "Stop and start verticals; wait until they are ready.",
        discussion: TextLines.unwrapped(
            """
            Rebuilt programs are checked first: one whose contract breaks a running vertical is not started, and the old one
            keeps running. Of several processes of a vertical (instances) one restarts after the other.
            """))

    @OptionGroup
    var suite: SuiteOptions

    @Argument(help: "The verticals, by name; NAME@2 for one of several processes.", completion: SuiteCompletions.processes)
    var names: [String]

    @Flag(help: "Start them even if they break running verticals, and print what breaks.")
    var force: Bool = false

    @Flag(help: "Print JSON.")
    var json: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        let statuses: [VerticalStatus] = try await link.ask { client throws(SupervisorClient.Failure) in
            do throws(SupervisorClient.Failure) {
                return try await client.restart(RestartRequest(names: names))
            } catch {
                guard force, case .refused(.breaks(let edges)) = error else { throw error }
                for edge: BrokenEdge in edges { Terminal.error("\(edge)") }
                return try await client.restart(RestartRequest(names: names, force: true))
            }
        }
        try StatusTable.show(statuses, json: json)
        return .done
    }
}
