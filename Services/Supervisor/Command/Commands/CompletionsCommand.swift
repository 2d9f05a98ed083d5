import ArgumentParser
import ColonnadeEventLoop

/// `svc-supervisor completions`.
struct CompletionsCommand: SuiteCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "completions", abstract: "Print what a shell needs to complete commands, verticals, boards and fields.",
        discussion: TextLines.unwrapped(
            """
            For bash, `svc-supervisor completions bash > ~/.local/share/bash-completion/completions/svc-supervisor`; for zsh, a file
            _svc-supervisor in a folder of $fpath; for fish, ~/.config/fish/completions/svc-supervisor.fish.
            """))

    @Argument(help: "The shell: bash, zsh or fish.", completion: .list(["bash", "zsh", "fish"]))
    var shell: String

    func validate() throws {
        if CompletionShell(rawValue: shell) == nil { throw ValidationError("No shell '\(shell)': expected bash, zsh or fish.") }
    }

    func execute(on loop: EventLoop) async throws(CommandFailure) -> ExitStatus {
        guard let known: CompletionShell = CompletionShell(rawValue: shell) else { return .usage }
        Terminal.line(Root.completionScript(for: known))
        return .done
    }
}
