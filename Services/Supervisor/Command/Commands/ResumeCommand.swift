import ArgumentParser
import ColonnadeEventLoop
import SupervisorAdapters
import SupervisorCore

/// `svc-supervisor resume`: what `reexec` runs in the supervisor's process. Nobody types it.
struct ResumeCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "resume", abstract: "Go on with a suite that another program of the supervisor has left in this process.",
        shouldDisplay: false)

    @OptionGroup
    var suite: SuiteOptions

    @Option(help: "Where the handover is found.")
    var descriptor: Int32

    @Flag(help: "Only say whether this program can take the suite.")
    var check: Bool = false

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        guard check else { return try await ResumedRun(descriptor: descriptor, home: suite.place, loop: loop).run() }
        do throws(HandoverError) {
            Terminal.line(try Inheritance.check(descriptor, loop: loop))
            return .done
        } catch {
            throw CommandFailure(.failed, error.description)
        }
    }
}
