import ArgumentParser
import ColonnadeEventLoop
import FoundationEssentials
import SupervisorAdapters

/// How the program ends.
enum ExitStatus: Int32, Sendable {
    case done = 0
    /// Refused, or failed.
    case failed = 1
    case usage = 2
    case notReachable = 3
}

/// Why a command ends before its time; the message goes to standard error.
struct CommandFailure: Error, Sendable {
    let status: ExitStatus
    let message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}

/// A command of the command line.
protocol SuiteCommand: ParsableCommand, Sendable {
    /// Carries it out. Runs on the loop.
    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus
}

/// What every command takes.
struct SuiteOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("The suite's folder, with run/, state/ and logs/.", valueName: "dir"))
    var home: String?

    var place: SuiteHome {
        SuiteHome.find(option: home, environment: ProcessInfo.processInfo.environment)
    }
}
