import ArgumentParser
import InterfaceTool

struct GenerateCommand: ParsableCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes XIOInterface.swift and X.contract.json beside every XInOut.swift.",
        discussion: """
            Reads the InOut files among and below the given paths; without a path, those below the current folder. Hidden \
            folders and folders called Fixtures or Golden are left out. The same sources and locks always give the same \
            bytes, and a file is written only where it changes.

            Keep the lock X.contract.json in version control: it holds the number of every board, field and case. To \
            rename one and keep its number, put `// was: oldName` behind it.

            Exits with 0 when done, 1 with every mistake as file:line:column on standard error, 2 for wrong usage.
            """)

    @Argument(help: ArgumentHelp("InOut files, or folders that have some.", valueName: "path"), completion: .file())
    var paths: [String] = []

    @Flag(help: "Write nothing; exit with 1 and name the files that differ from what would be written.")
    var check: Bool = false

    func run() throws {
        let generation: Generation = try Generation(paths.isEmpty ? ["."] : paths)
        let stale: [String] = generation.stale
        if check {
            guard stale.isEmpty else { throw StaleFiles(paths: stale) }
            print("svc-interface: \(generation.sources.count) InOut files, all \(generation.outputs.count) generated files are current")
            return
        }
        try generation.write()
        for path: String in stale { print("wrote \(path)") }
        print(
            "svc-interface: \(generation.sources.count) InOut files, \(stale.count) generated files written, "
                + "\(generation.outputs.count - stale.count) were current")
    }
}

/// What `--check` found.
struct StaleFiles: Error, CustomStringConvertible {
    let paths: [String]

    var description: String {
        paths.map { "\($0): error: differs from what its InOut file says; run `svc-interface generate` and commit the result" }
            .joined(separator: "\n")
    }
}
