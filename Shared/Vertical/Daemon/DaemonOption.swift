import Logging

/// The options that take a value.
enum DaemonOption: String, CaseIterable {
    case socket, sockets, connect, config, state
    case logLevel = "log-level"
    case grace, spin

    /// The placeholder of the value in the help.
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
        case .sockets: "Find the verticals that this one uses in this directory, as NAME.sock."
        case .connect: "Find the vertical NAME, which this one uses, at PATH; may be repeated."
        case .config: "Read the configuration from this file, as JSON."
        case .state: "Keep state that must outlive the process in this directory."
        case .logLevel: "Log messages of this severity or above: \(Logger.Level.names)."
        case .grace: "How long calls in flight may continue after a stop."
        case .spin: "How long to poll for the next call before sleeping: faster answers, but a busy core."
        }
    }
}

extension Logger.Level {
    /// For people: every level, the least severe first.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
