import Logging

/// A daemon's command line.
///
/// Parsed by hand: there are ten options, and a general parser, which finds its options by reflection, took a third of a
/// daemon's start-up time.
struct DaemonArguments: Equatable {
    /// A day, in seconds.
    static let longestGrace: Double = 86_400

    /// A second, in microseconds.
    static let longestSpin: Int = 1_000_000

    /// Where to listen, for any consumer of the same user.
    var socket: String?
    /// A directory with `NAME.sock` for every vertical that this one uses.
    var sockets: String?
    /// One vertical that this one uses, as `name=path`.
    var connect: [String] = []
    var config: String?
    var state: String?
    var logLevel: String?
    /// How long calls in flight may go on, in seconds.
    var grace: Double?
    /// How long to poll for the next call before sleeping, in microseconds.
    var spin: Int?
    /// What to do instead of serving; nil to run the daemon.
    var question: Question?

    /// What a daemon prints on its standard output.
    enum Question: String {
        case describe, help, version
    }

    /// Parses the command line.
    /// - Throws: what is wrong with it.
    static func parse(_ arguments: [String]) throws(DaemonArgumentError) -> DaemonArguments {
        var parsed: DaemonArguments = DaemonArguments()
        var rest: ArraySlice<String> = arguments[...]
        while let argument: String = rest.popFirst() { try parsed.take(argument, &rest) }
        return parsed
    }

    private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws(DaemonArgumentError) {
        if argument == "-h" { return ask(.help) }
        guard argument.hasPrefix("--") else { throw .stray(argument) }
        let name: Substring = argument.dropFirst(2).prefix { $0 != "=" }
        let isAssignment: Bool = argument.utf8.count > name.utf8.count + 2
        if let question: Question = Question(rawValue: String(name)) {
            guard !isAssignment else { throw .needlessValue(question) }
            return ask(question)
        }
        guard let option: DaemonOption = DaemonOption(rawValue: String(name)) else { throw .unknown("--\(name)") }
        if isAssignment { return try set(option, String(argument.dropFirst(name.count + 3))) }
        guard let value: String = rest.popFirst(), !value.hasPrefix("--") else { throw .missingValue(option) }
        try set(option, value)
    }

    private mutating func ask(_ new: Question) {
        // Help takes precedence.
        if question != .help { question = new }
    }

    private mutating func set(_ option: DaemonOption, _ value: String) throws(DaemonArgumentError) {
        switch option {
        case .socket: socket = value
        case .sockets: sockets = value
        case .connect:
            guard value.split(separator: "=", maxSplits: 1).count == 2 else { throw .connection(value) }
            connect.append(value)
        case .config: config = value
        case .state: state = value
        case .logLevel:
            guard Logger.Level(rawValue: value) != nil else { throw .level(value) }
            logLevel = value
        case .grace:
            guard let seconds: Double = Double(value), (0...Self.longestGrace).contains(seconds) else { throw .grace(value) }
            grace = seconds
        case .spin:
            guard let microseconds: Int = Int(value), (0...Self.longestSpin).contains(microseconds) else { throw .spin(value) }
            spin = microseconds
        }
    }
}
