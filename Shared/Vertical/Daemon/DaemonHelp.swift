import ColonnadeSystemIO

/// What a daemon's `--help` prints.
struct DaemonHelp {
    private static let indentation: Int = 24

    let vertical: VerticalDescription

    var text: String {
        let interfaces: String = vertical.interfaces.map(\.name).joined(separator: ", ")
        return """
            OVERVIEW: Serves \(interfaces) to other verticals.

            Under svc-supervisor or systemd it needs no arguments: sockets and directories come by the environment.

            USAGE: svc-\(vertical.name) [<options>]

            OPTIONS:
            \(options)

            """
    }

    private var options: String {
        let taking: [String] = DaemonOption.allCases.map { Self.line("--\($0.rawValue) <\($0.valueName)>", $0.help) }
        let asking: [String] = [
            Self.line("--describe", "Print what the vertical offers and uses, as JSON, and do nothing else."),
            Self.line("--version", "Show the version."),
            Self.line("-h, --help", "Show help information."),
        ]
        return (taking + asking).joined(separator: "\n")
    }

    private static func line(_ option: String, _ help: String) -> String {
        let front: String = "  " + option
        guard front.count < indentation - 1 else {
            return front + "\n" + String(repeating: " ", count: indentation) + help
        }
        return front + String(repeating: " ", count: indentation - front.count) + help
    }
}
