import ColonnadeContract
import ColonnadeSystemIO

extension SuitePlan {
    /// What the consumers of `provider` may call, as its daemon reads it: a line for each, its name and its boards, `*` for all.
    /// - Parameters:
    ///   - programs: what the verticals' programs say of themselves now, by name.
    ///   - others: what other programs of theirs say that run meanwhile, those whose place is being taken and those of other instances: they
    ///     have their rights as well.
    public func rights(
        at provider: String, _ programs: [String: VerticalDescription], others: [String: [VerticalDescription]] = [:]
    ) -> String {
        let offered: [ContractDescriptor] = programs[provider]?.interfaces ?? []
        let lines: [String] = edges.filter { $0.provider == provider }.map { edge in
            let boards: [String] = offered.flatMap { contract in
                others[edge.consumer, default: []].reduce(into: Self.boards(of: contract, for: programs[edge.consumer], by: edge.socket)) {
                    all, other in
                    let known: [String] = all
                    all += Self.boards(of: contract, for: other, by: edge.socket).filter { !known.contains($0) }
                }
            }
            return ([edge.consumer] + boards).joined(separator: " ")
        }
        // The operator, and whoever the supervisor itself calls for.
        return (lines + ["operator *"]).joined(separator: "\n") + "\n"
    }

    /// The boards of `contract` that a consumer has declared, by the names that they have here.
    private static func boards(of contract: ContractDescriptor, for consumer: VerticalDescription?, by socket: String) -> [String] {
        guard NameForms.kebab(contract.name) == socket, let consumer else { return [] }
        // A program that does not say which boards it calls has declared the interface.
        guard let expected: ContractDescriptor = consumer.expects.first(where: { $0.name == contract.name }) else { return ["*"] }
        return expected.boards.compactMap { board in contract.counterpart(of: board).map { "\(contract.name).\($0.name)" } }
    }
}
