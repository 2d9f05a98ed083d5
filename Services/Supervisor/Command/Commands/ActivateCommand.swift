import ArgumentParser
import ColonnadeEventLoop
import SupervisorAdapters
import SupervisorCore

/// `svc-supervisor activate`.
struct ActivateCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "activate", abstract: "Activate what a launcher file names under 'launch', where systemd runs the verticals.",
        discussion: TextLines.unwrapped(
            """
            One board after the other, as `up` does it. An activation that fails is said, and does not keep the next from its turn; the
            exit status is 1 then.
            """))

    @Option(help: ArgumentHelp("The launcher file.", valueName: "file"))
    var launcher: String

    @Option(help: ArgumentHelp("The folder with the operator's sockets, NAME.sock each.", valueName: "dir"))
    var sockets: String

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        let plan: SuitePlan = try await SystemdOptions.plan(launcher, on: loop)
        let activations: LaunchActivations = LaunchActivations(plan: plan, sockets: sockets, loop: loop)
        let failed: LoopBound<Bool> = LoopBound(false, loop: loop)
        await activations.run { board, ending in
            let line: String = "\(board): \(ending.text.printable)"
            if ending.isDone { Terminal.line(line) } else { Terminal.error(line) }
            if !ending.isDone { failed.value = true }
        }
        activations.end()
        return failed.value ? .failed : .done
    }
}
