public import ColonnadeSystemIO

/// Why a launcher does not start. Each says what is wrong, where, and the next step.
public enum LaunchError: Error, Hashable, CustomStringConvertible {
    /// The command line is wrong.
    case usage(String)
    /// The configuration can not be read, or does not fit the vertical's description.
    case configuration(vertical: String, String)
    /// A deep link has no pattern, or two of them are in conflict.
    case deepLink(vertical: String, LinkPatternError)
    /// A directory or a socket can not be made.
    case resource(String)
    /// The vertical's launcher plugin threw.
    case preparation(vertical: String, String)

    public var description: String {
        switch self {
        case .usage(let text), .resource(let text): text
        case .configuration(let vertical, let text): "\(vertical): the configuration does not fit: \(text)"
        case .deepLink(let vertical, let error): "\(vertical): \(error)"
        case .preparation(let vertical, let text): "\(vertical) could not be made: \(text)"
        }
    }
}
