/// Whether a consumer that was built with one contract can talk to a provider that was built with another.
///
/// Looked at are the boards in the consumer's contract and what they reach. Boards go by name, fields and cases by
/// number. What one side writes the other must be able to read: an Input and a Command go to the provider, an Output
/// and a Refusal to the consumer.
public struct ContractComparison: Hashable, Sendable {
    /// The provider's number of each board that both have, by the consumer's number.
    public let boards: [UInt16: UInt16]
    /// Whether there was so much to compare that it was given up: no contract that a person wrote has as much, but a peer's may.
    public let isCutShort: Bool
    /// Every reason why they do not fit, in the order of the consumer's boards; empty where they fit.
    package let incompatibilities: [Incompatibility]
    /// Which of the two is newer.
    package let age: ContractAge

    /// Every reason why they do not fit, a sentence each; empty where they fit.
    public var problems: [String] { incompatibilities.map { $0.sentence() } }

    /// Compares two contracts of one interface, of which the one that knows more is taken as the newer.
    public init(consumer: ContractDescriptor, provider: ContractDescriptor) {
        self.init(consumer: consumer, provider: provider, age: ContractAge(consumer: consumer, provider: provider))
    }

    /// Compares two contracts of one interface of which it is known which is newer: rules are named after the change.
    package init(consumer: ContractDescriptor, provider: ContractDescriptor, age: ContractAge) {
        var found: [Incompatibility] = []
        var boards: [UInt16: UInt16] = [:]
        var shapes: ShapeComparison = ShapeComparison(consumer: consumer, provider: provider, age: age)
        for board: BoardDescriptor in consumer.boards {
            let other: BoardDescriptor? = provider.counterpart(of: board)
            if let other, let from: UInt16 = UInt16(exactly: board.number), let to: UInt16 = UInt16(exactly: other.number) {
                boards[from] = to
            }
            found += shapes.incompatibilities(of: board, against: other)
        }
        if !consumer.boards.isEmpty { found += shapes.refusalIncompatibilities() }
        var seen: Set<Incompatibility> = []
        incompatibilities = found.filter { seen.insert($0).inserted }
        self.boards = boards
        isCutShort = shapes.isExhausted
        self.age = age
    }
}

extension ContractDescriptor {
    /// The board here that `board` of another build is: by number where the name is the same or was, else by name.
    package func counterpart(of board: BoardDescriptor) -> BoardDescriptor? {
        boards.first { $0.number == board.number && $0.isKnown(as: board) } ?? boards.first { $0.name == board.name }
    }
}

extension BoardDescriptor {
    fileprivate func isKnown(as other: BoardDescriptor) -> Bool {
        name == other.name || formerNames?.contains(other.name) == true || other.formerNames?.contains(name) == true
    }
}
