import ArgumentParser
import ColonnadeEventLoop
import ColonnadeSystemIO

/// `svc-supervisor replace`.
struct ReplaceCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "replace",
        abstract: "Put the next generation of verticals in the place of the one that serves, without a failed call.",
        discussion: TextLines.unwrapped(
            """
            The next generation starts on the same sockets. Once it is ready, the one before takes no more calls, ends what it
            has begun, and leaves; streams move to the next one at once. One that does not become ready is thrown away, and the
            one before goes on. Rebuilt programs are checked first, as by restart.

            A vertical that must be alone (handover "exclusive" in its --describe) drains and ends first, while callers wait at
            its sockets; one that does not run is started. Of several processes of a vertical (instances) one is replaced after the other.
            """))

    @OptionGroup
    var suite: SuiteOptions

    @Argument(help: "The verticals, by name; NAME@2 for one of several processes.", completion: SuiteCompletions.processes)
    var names: [String] = []

    @Flag(help: "Replace every vertical that runs, one after the other.")
    var all: Bool = false

    @Flag(help: "Start them even if they break running verticals, and print what breaks.")
    var force: Bool = false

    @Flag(help: "Print JSON.")
    var json: Bool = false

    func validate() throws {
        guard names.isEmpty == all else { throw ValidationError(all ? "Give names or --all, not both." : "Give names, or --all.") }
    }

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let link: SupervisorLink = try SupervisorLink(suite.place, on: loop)
        defer { link.close() }
        let statuses: [VerticalStatus] = try await link.ask { client throws(SupervisorClient.Failure) in
            do throws(SupervisorClient.Failure) {
                return try await client.replace(ReplaceRequest(names: names))
            } catch {
                guard force, case .refused(.breaks(let edges)) = error else { throw error }
                for edge: BrokenEdge in edges { Terminal.error("\(edge)") }
                return try await client.replace(ReplaceRequest(names: names, force: true))
            }
        }
        try StatusTable.show(statuses, json: json)
        return .done
    }
}
