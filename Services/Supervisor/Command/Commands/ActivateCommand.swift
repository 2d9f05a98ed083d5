import ArgumentParser
import ColonnadeEventLoop
import SupervisorAdapters
import SupervisorCore

/// `svc-supervisor activate`.
struct ActivateCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "activate", abstract: "Activate what a launcher file names under 'launch', where systemd runs the verticals.",
        discussion: """
            One board after the other, as `up` does it. An activation that fails is said, and does not keep the next from its turn.
            """)

    @Option(help: ArgumentHelp("The launcher file.", valueName: "file"))
    var launcher: String

    @Option(help: ArgumentHelp("The folder with the operator's sockets, NAME.sock each.", valueName: "dir"))
    var sockets: String

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let plan: SuitePlan = try await SystemdOptions.plan(launcher, on: loop)
        let activations: LaunchActivations = LaunchActivations(plan: plan, sockets: sockets, loop: loop)
        await activations.run { board, result in Terminal.line("\(board): \(result.printable)") }
        activations.end()
        return .done
    }
}
