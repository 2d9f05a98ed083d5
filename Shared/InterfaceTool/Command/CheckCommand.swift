import ArgumentParser
import InterfaceTool

struct CheckCommand: ParsableCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "check",
        abstract: "Fails where an interface has changed so that consumers that run now would be cut off.",
        discussion: """
            Reads the InOut files among and below the given paths (without a path, those below the current folder) as they \
            are now, generated or not, and compares them with the contract locks of another commit, which git reads: \
            without --against, the commit at which the work here left origin/HEAD, origin/main, origin/master, main or \
            master, the first of these that is there.

            Prints nothing where all is well. What is taken away fails; what is added fails only where somebody who runs \
            now breaks. `svc-interface rules` prints what each [rule] means, and `svc-interface diff` all changes.

            Exits with 0 where nothing breaks, 1 with every breaking change as file:line:column on standard error, 2 for \
            wrong usage.
            """)

    @OptionGroup var options: ComparisonOptions

    @Flag(help: "Fail, too, on what only needs the provider to be rolled out before its consumers.")
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
