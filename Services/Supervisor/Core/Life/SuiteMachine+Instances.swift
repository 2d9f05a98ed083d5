/// Several processes of one vertical: each is a child of its own, and callers know only the vertical.
///
/// Invariant: no two processes of a vertical ever have the same number, whichever of its instances they are, for callers name the one that
/// they have lost by it.
extension SuiteMachine {
    /// The processes of a vertical, the first one first; none where there is no such vertical.
    public func instances(of vertical: String) -> [String] { instances[vertical] ?? [] }

    func vertical(of name: String) -> String { verticals[name] ?? name }

    /// Whether a caller of the vertical waits for nobody, whichever process would answer.
    public func isDeserted(_ vertical: String) -> Bool { instances(of: vertical).allSatisfy(isUnavailable) }

    /// Whether the first connection is to start the vertical: none of its processes serves, or will by itself.
    public func isAsleep(_ vertical: String) -> Bool {
        let names: [String] = instances(of: vertical)
        return names.contains(where: isDormant) && names.allSatisfy { isDormant($0) || isUnavailable($0) }
    }

    /// The number that the next process of one gets.
    public func nextGeneration(of name: String) -> UInt64 { lastGeneration(of: name) + 1 }

    /// The last number that was given to a process of the same vertical.
    func lastGeneration(of name: String) -> UInt64 {
        instances(of: vertical(of: name)).reduce(0) { max($0, children[$1]?.lastGeneration ?? 0) }
    }

    /// The processes that one uses and that do not wait for a connection.
    func wakingProviders(of name: String) -> [String] {
        (providers[name] ?? []).flatMap { instances(of: $0) }.filter { !isDormant($0) }
    }
}
