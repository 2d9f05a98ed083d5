import ArgumentParser
import Glibc
import InterfaceTool

/// `svc-interface`: one subcommand, one file.
struct InterfaceCommand: ParsableCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "svc-interface",
        abstract: "Turns interfaces written in Swift into code and contract locks, checks what changes, and exports contracts.",
        subcommands: [
            GenerateCommand.self, CheckCommand.self, DiffCommand.self, LintCommand.self, RulesCommand.self, ExportCommand.self,
            NewCommand.self,
        ])

    /// Messages stand alone: `file:line:column: error: …` is the form that editors know.
    static var _errorPrefix: String { "" }

    /// Runs the command line and gives its exit code: 0 done, 1 refused with the reasons on standard error, 2 usage.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            var command: any ParsableCommand = try parseAsRoot(arguments)
            try command.run()
            return 0
        } catch {
            let text: String = fullMessage(for: error)
            switch exitCode(for: error) {
            case .success:
                print(text)
                return 0
            case .validationFailure:
                printError(text)
                return 2
            default:
                printError(text)
                return 1
            }
        }
    }

    /// Standard output becomes standard error; nothing but errors follows.
    private static func printError(_ text: String) {
        if text.isEmpty { return }
        dup2(STDERR_FILENO, STDOUT_FILENO)
        print(text)
    }
}
