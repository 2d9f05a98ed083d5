/// The sentences about an edge that does not work, the same wherever one learns of it: in the failure of a call, and from
/// `svc-supervisor why`.
public enum EdgeWords {
    /// The consumer has no socket to the provider.
    ///
    /// Nobody declares the operator's edges: they are there as long as the suite is.
    public static func undeclared(_ consumer: String, _ provider: String, place: String) -> String {
        if consumer == "operator" { return "There is no \(place): the suite does not run there, or has no \(provider)." }
        return "\(consumer) does not declare \(provider): there is no \(place). "
            + "Add \(provider) to what \(consumer) uses and start both under one launcher."
    }

    /// The consumer has an edge to the provider, but not for this board.
    public static func undeclared(_ consumer: String, board: String, of provider: String) -> String {
        "\(consumer) does not declare that it calls \(board) of \(provider): add it to what \(consumer) uses."
    }

    /// The provider is a program beside the verticals.
    public static func program(_ provider: String) -> String { "\(provider) is a program, and offers no interface." }

    /// The provider has no such board.
    public static func unimplemented(_ board: String, of provider: String) -> String { "\(provider) has no board \(board)." }

    /// The contract that the consumer was built with does not fit the provider's.
    public static func misfit(_ interface: String, _ consumer: String, _ provider: String, _ comparison: ContractComparison) -> String {
        let step: String =
            switch comparison.age {
            case .newerProvider: "Build \(consumer) from the interface that \(provider) has now, or go back to the \(provider) before."
            case .newerConsumer: "Roll out the \(provider) that \(consumer) was built for."
            }
        return "The \(interface) that \(consumer) was built with does not fit the one that \(provider) serves. \(step)"
    }

    /// The provider does not run, and will not by itself.
    public static func unavailable(_ provider: String, state: String, reason: String?) -> String {
        "\(provider) is \(state)\(reason.map { ": it \($0)" } ?? "")."
    }
}
