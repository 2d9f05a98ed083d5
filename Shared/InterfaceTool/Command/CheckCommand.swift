import ArgumentParser
import InterfaceTool

struct CheckCommand: ParsableCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "check",
        abstract: "Fails if a change to an interface would cut off consumers that run now.",
        discussion: """
            Reads the InOut files among and below the given paths (without a path, those below the current folder) as they \
            are now, generated or not, and compares them with the contract locks of another commit, which it reads from git: \
            without --against, the commit at which this branch forked from origin/HEAD, origin/main, origin/master, main or \
            master, whichever exists first.

            Prints nothing if all is well. Removing something fails; adding something fails only if a consumer that runs \
            now breaks. `svc-interface rules` explains each [rule], and `svc-interface diff` prints all changes.

            Exits with 0 if nothing breaks, 1 with every breaking change as file:line:column on standard error, 2 for \
            wrong usage.
            """)

    @OptionGroup var options: ComparisonOptions

    @Flag(help: "Also fail on changes that need the provider to be rolled out before its consumers.")
    var strict: Bool = false

    func run() throws {
        let failures: [ContractChange] = try CompatibilityCheck(options.places, against: options.against).failures(strict: strict)
        if options.json { print(try JSONText.text(failures)) }
        guard failures.isEmpty else { throw BreakingChanges(failures: options.json ? [] : failures) }
    }
}

/// What `check` found.
struct BreakingChanges: Error, CustomStringConvertible {
    let failures: [ContractChange]

    var description: String { failures.map(\.diagnostic.description).joined(separator: "\n") }
}
