import ColonnadeContract
public import ColonnadeSystemIO

/// Finds the edges between programs that were built with contracts which do not fit.
public enum Rollout {
    /// - Parameters:
    ///   - programs: what each vertical's program says of itself, by the name of its process.
    ///   - names: whose edges are looked at, in both directions; nil for all.
    /// - Returns: the edges that break, by consumer and provider.
    public static func brokenEdges(_ programs: [String: VerticalDescription], of names: Set<String>? = nil) -> [BrokenEdge] {
        let offers: [(provider: String, contract: ContractDescriptor)] = programs.keys.sorted().flatMap { name in
            programs[name, default: .nothing].interfaces.map { (name, $0) }
        }
        return programs.keys.sorted().flatMap { consumer in
            programs[consumer, default: .nothing].expects.flatMap { expected in
                // Several processes of a vertical offer the same, and one of them may be another program than the others.
                offers.filter { $0.contract.name == expected.name }.compactMap { offer in
                    guard names.map({ $0.contains(consumer) || $0.contains(offer.provider) }) ?? true else { return nil }
                    let reasons: [String] = reasons(consumer, expected, offer.provider, offer.contract)
                    return reasons.isEmpty ? nil : BrokenEdge(consumer: consumer, provider: offer.provider, reasons: reasons)
                }
            }
        }
    }

    private static func reasons(
        _ consumer: String, _ expected: ContractDescriptor, _ provider: String, _ offered: ContractDescriptor
    ) -> [String] {
        // As at connect: the same fingerprint is the same contract.
        if expected.fingerprint == offered.fingerprint { return [] }
        let comparison: ContractComparison = ContractComparison(consumer: expected, provider: offered)
        return comparison.incompatibilities.map { $0.sentence(consumer: consumer, provider: provider) }
    }
}

extension VerticalDescription {
    fileprivate static let nothing: VerticalDescription = VerticalDescription(name: "", version: "", interfaces: [])
}

extension BrokenEdge: CustomStringConvertible {
    /// A line for the edge, and one for each reason.
    public var description: String {
        (["\(provider) does not fit \(consumer):"] + reasons.map { "  \($0)" }).joined(separator: "\n")
    }
}
