/// Whether a consumer that was built with one contract can talk to a provider that was built with another.
///
/// Looked at are the boards in the consumer's contract and what they reach. Boards go by name, fields and cases by
/// number. What one side writes the other must be able to read: an Input and a Command go to the provider, an Output
/// and a Refusal to the consumer.
public struct ContractComparison: Hashable, Sendable {
    /// Every reason why they do not fit, a sentence each, in the order of the consumer's boards; empty where they fit.
    public let problems: [String]
    /// The provider's number of each board that both have, by the consumer's number.
    public let boards: [UInt16: UInt16]

    /// Compares two contracts of one interface.
    public init(consumer: ContractDescriptor, provider: ContractDescriptor) {
        var problems: [String] = []
        var boards: [UInt16: UInt16] = [:]
        var shapes: ShapeComparison = ShapeComparison(consumer: consumer, provider: provider)
        for board: BoardDescriptor in consumer.boards {
            guard let other: BoardDescriptor = provider.boards.first(where: { $0.name == board.name }) else {
                problems.append("\(consumer.name).\(board.name): the provider has no such board.")
                continue
            }
            if let from: UInt16 = UInt16(exactly: board.number), let to: UInt16 = UInt16(exactly: other.number) { boards[from] = to }
            problems += shapes.problems(of: board, against: other, in: consumer.name)
        }
        if !consumer.boards.isEmpty { problems += shapes.refusalProblems() }
        var seen: Set<String> = []
        self.problems = problems.filter { seen.insert($0).inserted }
        self.boards = boards
    }
}
