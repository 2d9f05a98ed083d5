import Logging

/// What is wrong with a daemon's command line.
enum DaemonArgumentError: Error, CustomStringConvertible {
    case unknown(String)
    case stray(String)
    case missingValue(DaemonOption)
    case needlessValue(DaemonArguments.Question)
    case connection(String)
    case level(String)
    case grace(String)
    case spin(String)

    var description: String {
        switch self {
        case .unknown(let name): "there is no option \(name)"
        case .stray(let argument): "a daemon takes options only, and \(argument) is none"
        case .missingValue(let option): "--\(option.rawValue) has no value; write --\(option.rawValue) <\(option.valueName)>"
        case .needlessValue(let question): "--\(question.rawValue) takes no value"
        case .connection(let value): "--connect \(value) names no socket; write --connect maps=/path/to/maps.sock"
        case .level(let value): "--log-level \(value) is no level; take one of \(Logger.Level.names)"
        case .grace(let value): "--grace \(value) is out of range; take 0 to 86400 seconds"
        case .spin(let value): "--spin \(value) is out of range; take 0 to \(DaemonArguments.longestSpin) microseconds"
        }
    }
}
