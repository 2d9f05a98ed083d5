import Logging

/// The options that take a value.
enum DaemonOption: String, CaseIterable {
    case socket, sockets, connect, config, state
    case logLevel = "log-level"
    case grace, spin

    /// What stands for the value in the help.
    var valueName: String {
        switch self {
        case .socket: "path"
        case .sockets, .state: "directory"
        case .connect: "name=path"
        case .config: "file"
        case .logLevel: "level"
        case .grace: "seconds"
        case .spin: "microseconds"
        }
    }

    var help: String {
        switch self {
        case .socket: "Listen here, for any consumer of the same user; several verticals, in this directory."
        case .sockets: "Find the verticals that this one uses here, as NAME.sock."
        case .connect: "Find one vertical that this one uses at PATH; may be repeated."
        case .config: "Read the configuration, JSON, from here."
        case .state: "Keep what must outlive the process here."
        case .logLevel: "Log what is at least as severe: \(Logger.Level.names)."
        case .grace: "Let calls in flight go on for so long when told to stop."
        case .spin: "Look for the next call so long without sleeping: faster answers for a busy CPU."
        }
    }
}

extension Logger.Level {
    /// For people: every level, the least severe first.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
