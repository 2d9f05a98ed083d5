import ColonnadeWire

/// What one consumer of the supervisor's own interface may take. The supervisor has every daemon's life to look after, and its
/// descriptors are few: its peers ask it for little.
enum ControlLimits {
    /// A person, some scripts, and who follows logs: each has one.
    static let operatorConnections: Int = 32
    /// All verticals together; a daemon asks for obituaries over one connection, and has a second while one is replaced.
    private static let verticalsConnections: Int = 32

    /// Connections that may be open at most; the limit of open files is checked against them.
    static func connections(verticals: Int) -> Int { operatorConnections + verticals * share(verticals) }

    private static func share(_ verticals: Int) -> Int { max(2, min(4, verticalsConnections / max(verticals, 1))) }

    static func of(_ consumer: String, verticals: Int) -> Limits {
        var limits: Limits = Limits()
        limits.connections = consumer == "operator" ? operatorConnections : share(verticals)
        // The operator's largest answer describes all verticals, 20 KB each. The largest question is a list of names, and that of a
        // mebibyte takes milliseconds.
        limits.frameBytes = consumer == "operator" ? 4 << 20 : 1 << 20
        limits.queuedBytes = 1 << 20
        limits.streams = 64
        limits.streamsBeforeWelcome = 16
        limits.bytesBeforeWelcome = 64 << 10
        return limits
    }
}
