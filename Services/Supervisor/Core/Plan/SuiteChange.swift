/// What a changed launcher file does to one vertical.
public struct SuiteChange: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// Its first process is started.
        case start
        /// It is not in the file any more: it is drained, stopped, and forgotten.
        case stop
        /// The next process takes the place of the one that serves; no call fails.
        case replace
        /// Its process ends before the next one starts; callers wait at its sockets.
        case restart
        /// It keeps its process, or has none.
        case adjust
    }

    public let name: String
    public let kind: Kind
    /// The keys of the launcher file that have changed, and what else has; one or more.
    public let reasons: [String]

    public init(name: String, kind: Kind, reasons: [String]) {
        self.name = name
        self.kind = kind
        self.reasons = reasons
    }

    /// The start of one that an earlier reload has brought, and not come to.
    static func notStartedYet(_ name: String) -> SuiteChange {
        SuiteChange(name: name, kind: .start, reasons: ["it has not been started yet"])
    }
}

/// One step of a reload; the next one is taken when it has come to its end.
public enum ReloadStep: Hashable, Sendable {
    /// These end, consumers first, and are forgotten.
    case stop([String])
    case change(SuiteChange)
}
