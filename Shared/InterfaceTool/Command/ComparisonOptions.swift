import ArgumentParser

/// What is compared with what.
struct ComparisonOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("InOut files, or folders that have some.", valueName: "path"), completion: .file())
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "A commit, branch or tag, or the file of a contract. Default: the commit at which this branch forked from the main branch.",
            valueName: "rev|file"))
    var against: String?

    @Flag(help: "Print JSON.")
    var json: Bool = false

    /// Where to look: what was named, or the current folder.
    var places: [String] { paths.isEmpty ? ["."] : paths }
}
