import ArgumentParser
import InterfaceTool

struct LintCommand: ParsableCommand {
    static let configuration: CommandConfiguration = CommandConfiguration(
        commandName: "lint",
        abstract: "Finds what an interface may not hold.",
        discussion: """
            Reads the InOut files among and below the given paths; without a path, those below the current folder. An \
            interface holds declarations and no behaviour:

            \(LintRule.allCases.map { "[\($0.rawValue)] \($0.sentence)" }.joined(separator: "\n"))

            Exits with 0 where all is well and then prints nothing, 1 with every finding as file:line:column on standard \
            error, each with what to do, 2 for wrong usage.
            """)

    @Argument(help: ArgumentHelp("InOut files, or folders that have some.", valueName: "path"), completion: .file())
    var paths: [String] = []

    @Flag(help: "Print JSON.")
    var json: Bool = false

    func run() throws {
        let findings: [Diagnostic] = try InterfaceLint(paths.isEmpty ? ["."] : paths).findings
        if json { print(try JSONText.text(findings.map(Finding.init))) }
        guard findings.isEmpty else { throw LintFindings(findings: json ? [] : findings) }
    }
}

/// A finding as JSON.
private struct Finding: Encodable {
    let file: String
    let line: Int
    let column: Int
    let rule: String?
    let message: String

    init(_ diagnostic: Diagnostic) {
        file = diagnostic.file
        line = diagnostic.position.line
        column = diagnostic.position.column
        rule = diagnostic.rule
        message = diagnostic.message
    }
}

/// What `lint` found.
private struct LintFindings: Error, CustomStringConvertible {
    let findings: [Diagnostic]

    var description: String { findings.map(\.description).joined(separator: "\n") }
}
