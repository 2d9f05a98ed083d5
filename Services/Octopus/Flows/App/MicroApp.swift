/// An app that is configured, not written again: a clinic's front desk, a patient's own app and a records desk have the same flows, and
/// differ in the parts that they have and in where they start.
public struct MicroApp: Hashable, Sendable {
    /// Which flows it has, beside signing in.
    public let parts: Set<AppPart>
    /// Where somebody starts who may be there; everybody else starts at home.
    public let start: Destination

    /// An app from its parts.
    public init(parts: Set<AppPart> = Set(AppPart.allCases), start: Destination = .home) throws(MicroAppError) {
        if let part: AppPart = start.part, !parts.contains(part) { throw .startWithoutPart(start, part) }
        self.parts = parts
        self.start = start
    }

    /// An app as a launcher file has it.
    /// - Parameters:
    ///   - parts: the names of its parts; nil for all.
    ///   - start: the name of where it starts; nil for the home page.
    public init(parts: [String]?, start: String?) throws(MicroAppError) {
        var known: Set<AppPart> = []
        for name: String in parts ?? AppPart.allCases.map(\.rawValue) {
            guard let part: AppPart = AppPart(rawValue: name) else { throw .unknownPart(name) }
            known.insert(part)
        }
        guard let first: Destination = Destination(rawValue: start ?? Destination.home.rawValue) else { throw .unknownStart(start ?? "") }
        try self.init(parts: known, start: first)
    }
}

/// Why a launcher's app can not be one. Its description is a sentence for the operator.
public enum MicroAppError: Error, Hashable, CustomStringConvertible {
    /// There is no part of this name.
    case unknownPart(String)
    /// Nothing starts at this name.
    case unknownStart(String)
    /// The app starts in a part that it does not have.
    case startWithoutPart(Destination, AppPart)

    public var description: String {
        switch self {
        case .unknownPart(let name):
            "\"\(name)\" is no part of an app; give some of \(AppPart.allCases.map(\.rawValue).joined(separator: ", "))"
        case .unknownStart(let name):
            "no app starts at \"\(name)\"; give one of \(Destination.allCases.map(\.rawValue).joined(separator: ", "))"
        case .startWithoutPart(let start, let part):
            "the app starts at \(start.rawValue) and does not have \(part.rawValue); add it to the parts, or start somewhere else"
        }
    }
}
