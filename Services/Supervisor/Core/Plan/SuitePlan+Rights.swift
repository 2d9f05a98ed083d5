import ColonnadeContract
import ColonnadeSystemIO

extension SuitePlan {
    /// What the consumers of `provider` may call, as its daemon reads it: a line for each, its name and its boards, `*` for all.
    /// - Parameters:
    ///   - programs: what the verticals' programs say of themselves now, by name.
    ///   - former: what the programs say whose place is being taken, and which run meanwhile: they keep their rights.
    public func rights(
        at provider: String, _ programs: [String: VerticalDescription], former: [String: VerticalDescription] = [:]
    ) -> String {
        let offered: [ContractDescriptor] = programs[provider]?.interfaces ?? []
        let lines: [String] = edges.filter { $0.provider == provider }.map { edge in
            let boards: [String] = offered.flatMap { contract in
                let boards: [String] = Self.boards(of: contract, for: programs[edge.consumer], by: edge.socket)
                return boards
                    + Self.boards(of: contract, for: former[edge.consumer], by: edge.socket).filter { !boards.contains($0) }
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
