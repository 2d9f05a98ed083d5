import ArgumentParser
import InterfaceTool

struct DiffCommand: ParsableCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "diff",
        abstract: "Prints the changes of the interfaces, in words.",
        discussion: """
            Compares as `svc-interface check` does. Every change is marked: `breaking` if a check fails, \
            `provider first` if the provider must be rolled out before the consumers that are built for it, `additive` \
            if nobody breaks.

            Exits with 0 whatever it finds, 1 if there is nothing to compare, 2 for wrong usage.
            """)

    @OptionGroup var options: ComparisonOptions

    func run() throws {
        let check: CompatibilityCheck = try CompatibilityCheck(options.places, against: options.against)
        print(options.json ? try JSONText.text(check.changes) : ChangeText.text(check))
    }
}
