/// Which of two contracts of one interface is the newer. Rules are named after what changed, so that this decides which
/// rule it was: what one side lacks was removed from it, or added to the other.
package enum ContractAge: Sendable {
    case newerProvider
    case newerConsumer

    /// Judges by numbers, which are given once and in order: who has retired one that the other still has, or has one
    /// beyond all that the other has given, is newer. Where nothing tells, the provider is.
    init(consumer: ContractDescriptor, provider: ContractDescriptor) {
        let boards: NumberRange = NumberRange(provider.boards.map(\.number), reserved: provider.reserved)
        for board: BoardDescriptor in consumer.boards where provider.counterpart(of: board) == nil {
            self = boards.hasRetired(board.number) ? .newerProvider : .newerConsumer
            return
        }
        let theirs: [String: TypeDescriptor] = Dictionary(consumer.types.map { ($0.name, $0) }) { first, _ in first }
        for type: TypeDescriptor in provider.types {
            guard let other: TypeDescriptor = theirs[type.name] else { continue }
            if let age: ContractAge = Self.age(NumberRange(other), NumberRange(type)) {
                self = age
                return
            }
        }
        self = .newerProvider
    }

    private static func age(_ consumer: NumberRange, _ provider: NumberRange) -> ContractAge? {
        if consumer.last != provider.last { return consumer.last > provider.last ? .newerConsumer : .newerProvider }
        if !provider.reserved.isSubset(of: consumer.reserved) { return .newerProvider }
        return consumer.reserved.isSubset(of: provider.reserved) ? nil : .newerConsumer
    }
}

/// The numbers that a contract, a struct or an enum has given.
private struct NumberRange {
    let reserved: Set<UInt32>
    let last: UInt32

    init(_ numbers: [UInt32], reserved: [UInt32]) {
        self.reserved = Set(reserved)
        last = max(numbers.max() ?? 0, reserved.max() ?? 0)
    }

    init(_ type: TypeDescriptor) {
        self.init(type.fields.map(\.number) + (type.cases ?? []).map(\.number), reserved: type.reserved)
    }

    func hasRetired(_ number: UInt32) -> Bool { reserved.contains(number) || number <= last }
}
