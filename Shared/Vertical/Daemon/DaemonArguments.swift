import ArgumentParser
import ColonnadeSystemIO
import Logging

/// A daemon's command line.
struct DaemonArguments: ParsableCommand {
    /// Whose command line it is: every daemon has the same one, under its own name.
    @TaskLocal static var vertical: VerticalDescription = VerticalDescription(name: "vertical", version: "", interfaces: [])

    /// A day, in seconds.
    static let longestGrace: Double = 86_400

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "svc-\(vertical.name)",
            abstract: "Serves \(vertical.interfaces.map(\.name).joined(separator: ", ")) to other verticals.",
            discussion: "Under svc-supervisor or systemd it needs no arguments: sockets and directories come by the environment.",
            version: vertical.version)
    }

    @Option(help: ArgumentHelp("Listen here, for any consumer of the same user.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("Find the verticals that this one uses here, as NAME.sock.", valueName: "directory"))
    var sockets: String?

    @Option(help: ArgumentHelp("Find one vertical that this one uses at PATH; may be repeated.", valueName: "name=path"))
    var connect: [String] = []

    @Option(help: ArgumentHelp("Read the configuration, JSON, from here.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("Keep what must outlive the process here.", valueName: "directory"))
    var state: String?

    @Option(
        help: ArgumentHelp(
            "Log what is at least as severe: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "level"))
    var logLevel: String?

    @Option(help: ArgumentHelp("Let calls in flight go on for so long when told to stop.", valueName: "seconds"))
    var grace: Double?

    @Flag(help: "Print what the vertical offers and uses, as JSON, and do nothing else.")
    var describe: Bool = false

    func validate() throws {
        for connection in connect where connection.split(separator: "=", maxSplits: 1).count != 2 {
            throw ValidationError("--connect \(connection) names no socket; write --connect maps=/path/to/maps.sock")
        }
        if let logLevel, Logger.Level(rawValue: logLevel) == nil {
            throw ValidationError(
                "--log-level \(logLevel) is no level; take one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        if let grace, !(0...Self.longestGrace).contains(grace) {
            throw ValidationError("--grace \(grace) is out of range; take 0 to 86400 seconds")
        }
    }
}
