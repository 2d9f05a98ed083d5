import ArgumentParser
import ColonnadeEventLoop
import ColonnadeSystemIO
import SupervisorAdapters

/// `svc-supervisor down`.
struct DownCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "down", abstract: "Stop every vertical, consumers first, and then the supervisor.")

    @OptionGroup
    var suite: SuiteOptions

    @Flag(help: "Print JSON.")
    var json: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let home: SuiteHome = suite.place
        let link: SupervisorLink = try SupervisorLink(home, on: loop)
        let report: DownReport = try await link.ask { client throws(SupervisorClient.Failure) in
            try await client.down(DownRequest())
        }
        link.close()
        // The supervisor answers before it removes its sockets; its lock falls when its process has ended.
        do {
            try await loop.offload { HomeLock.waitUntilFree(home) }
        } catch {
            throw CommandFailure(.failed, "The supervisor's end could not be awaited: \(error)")
        }
        if json {
            try StatusTable.show(report.verticals, json: true)
        } else {
            Terminal.line("The suite is down.")
        }
        return .done
    }
}
