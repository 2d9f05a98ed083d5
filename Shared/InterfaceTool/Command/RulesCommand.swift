import ArgumentParser
import InterfaceTool

struct RulesCommand: ParsableCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "rules",
        abstract: "Prints the rules of compatibility.",
        discussion: """
            The same rules hold when an interface is checked, when a consumer connects, and when a binary is rolled out. \
            `breaking` fails a check. `provider first` is fine as long as the provider is rolled out before the consumers \
            that are built for it. `additive` breaks nobody.
            """)

    @Flag(help: "Print JSON, with what to do instead.")
    var json: Bool = false

    func run() throws {
        print(json ? try JSONText.text(RuleTable.lines) : RuleTable.text)
    }
}
