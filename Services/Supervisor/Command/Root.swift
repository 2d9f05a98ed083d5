import ArgumentParser

/// `svc-supervisor`: one file a command.
struct Root: ParsableCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "svc-supervisor",
        abstract: "Launches the verticals of a suite, watches them, and talks to them.",
        discussion: TextLines.unwrapped(
            """
            Exit status: 0 done, 1 refused or failed, 2 wrong usage, 3 not reachable.
            The suite's folder is --home, else COLONNADE_HOME, else ./.colonnade.
            """),
        version: "0.1.0",
        subcommands: [
            UpCommand.self, DownCommand.self, StatusCommand.self, TopCommand.self, StartCommand.self, StopCommand.self, RestartCommand.self,
            ReplaceCommand.self, ReloadCommand.self, ReexecCommand.self, LogsCommand.self, MetricsCommand.self, CallCommand.self,
            TraceCommand.self, WatchCommand.self, DescribeCommand.self, OpenCommand.self, CrashesCommand.self, WhyCommand.self,
            GraphCommand.self, DoctorCommand.self, UnitsCommand.self,
            ActivateCommand.self, CompletionsCommand.self, ResumeCommand.self,
        ])
}
