/// How much of the network a vertical needs. An open set: a name that a newer daemon gives is taken for ``none``.
public struct NetworkReach: RawRepresentable, Codable, Hashable, Sendable {
    /// Nothing but the Unix sockets of its edges.
    public static let none: NetworkReach = NetworkReach(rawValue: "none")
    /// Internet sockets of this machine's own addresses: `127.0.0.0/8` and `::1`.
    public static let loopback: NetworkReach = NetworkReach(rawValue: "loopback")
    /// Other machines too.
    public static let any: NetworkReach = NetworkReach(rawValue: "any")

    /// As `--describe` says it.
    public let rawValue: String

    /// A reach by the name that `--describe` gives it.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The widest of several; ``none`` of none.
    public static func widest(_ reaches: [NetworkReach]) -> NetworkReach {
        if reaches.contains(.any) { return .any }
        return reaches.contains(.loopback) ? .loopback : .none
    }
}
