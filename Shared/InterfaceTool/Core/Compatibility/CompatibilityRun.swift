import ColonnadeContract

/// One end as it was against the other as it is.
struct CompatibilityRun {
    let incompatibilities: [Incompatibility]
    /// Whether the consumer is the old one.
    private let consumerIsOld: Bool
    private let names: (consumer: String, provider: String)
    private let renamedBoards: [String: String]

    /// An old consumer with the new provider, and a new consumer with the old provider.
    static func both(old: ContractDescriptor, new: ContractDescriptor) -> [CompatibilityRun] {
        let names: Names = Names(new)
        let carried: Set<String> = Names.carried(old).intersection(Names.carried(new))
        let (before, after): (ContractDescriptor, ContractDescriptor) = (
            names.withBoards(old, carried), names.withBoards(new, carried)
        )
        let forward: CompatibilityRun = CompatibilityRun(consumer: before, provider: after, consumerIsOld: true, names.forward)
        guard let backward: (consumer: String, provider: String) = names.backward else { return [forward] }
        return [forward, CompatibilityRun(consumer: after, provider: before, consumerIsOld: false, backward)]
    }

    private init(
        consumer: ContractDescriptor, provider: ContractDescriptor, consumerIsOld: Bool, _ names: (consumer: String, provider: String)
    ) {
        incompatibilities =
            ContractComparison(consumer: consumer, provider: provider, age: consumerIsOld ? .newerProvider : .newerConsumer)
            .incompatibilities
        self.consumerIsOld = consumerIsOld
        self.names = names
        let pairs: [(String, String)] = consumer.boards.compactMap { board in
            provider.counterpart(of: board).map { consumerIsOld ? (board.name, $0.name) : (board.name, board.name) }
        }
        renamedBoards = Dictionary(pairs) { first, _ in first }
    }

    func statement(_ found: Incompatibility) -> String { found.statement(consumer: names.consumer, provider: names.provider) }

    /// Where an author looks first: the member, or the type that has lost it, or the board.
    func place(_ found: Incompatibility, _ index: DeclarationIndex) -> DeclarationIndex.Place {
        if let site: Incompatibility.Site = newSite(found) { return index.member(site.member, of: site.type) }
        return index.board(board(found))
    }

    func keys(_ found: Incompatibility) -> [ChangeKey] {
        let (old, new): (Incompatibility.Site?, Incompatibility.Site?) = (oldSite(found), newSite(found))
        let members: [ChangeKey] = [
            old.flatMap { $0.member == nil ? nil : .old($0.type, $0.member) },
            new.flatMap { $0.member == nil ? nil : .new($0.type, $0.member) },
        ].compactMap { $0 }
        if !members.isEmpty { return members }
        if let new { return [.new(new.type, nil)] }
        return [.board(board(found) ?? "", path: found.path)]
    }

    /// The board's name in the new contract, or the one it had.
    private func board(_ found: Incompatibility) -> String? { found.board.map { renamedBoards[$0] ?? $0 } }

    private func newSite(_ found: Incompatibility) -> Incompatibility.Site? { consumerIsOld ? found.providerSite : found.consumerSite }

    private func oldSite(_ found: Incompatibility) -> Incompatibility.Site? { consumerIsOld ? found.consumerSite : found.providerSite }
}

/// Who the two ends of a contract are, in words.
private struct Names {
    let forward: (consumer: String, provider: String)
    /// nil where nobody reads the old form again.
    let backward: (consumer: String, provider: String)?
    private let form: Form

    private enum Form {
        case interface
        /// A vertical's configuration: launcher files are written for the old one and read as the new one.
        case configuration
        /// Messages without an interface, which go both ways.
        case messages
    }

    init(_ contract: ContractDescriptor) {
        form = contract.boards.isEmpty ? contract.types.contains { $0.name == contract.name } ? .configuration : .messages : .interface
        switch form {
        case .interface:
            forward = ("an old consumer", "the new provider")
            backward = ("a new consumer", "an old provider")
        case .configuration:
            forward = ("a launcher file of before", "the new daemon")
            backward = nil
        case .messages:
            forward = ("an old peer", "a new one")
            backward = ("a new peer", "an old one")
        }
    }

    /// The types of an interface that no board names: a route is sent inside a screen, as bytes.
    static func carried(_ contract: ContractDescriptor) -> Set<String> {
        let types: [String: TypeDescriptor] = Dictionary(contract.types.map { ($0.name, $0) }) { first, _ in first }
        var named: Set<String> = []
        var waiting: [String] = contract.boards.flatMap { [$0.input, $0.output, $0.command ?? ""] } + [contract.refusal ?? ""]
        while let next: String = waiting.popLast() {
            for name: String in FieldDescriptor.typeNames(in: next) where named.insert(name).inserted {
                waiting += types[name]?.members.map(\.type) ?? []
            }
        }
        return Set(types.keys).subtracting(named)
    }

    /// The contract with a board for each type that is its own entry.
    /// - Parameter carried: the types of an interface that are, beside its boards.
    func withBoards(_ contract: ContractDescriptor, _ carried: Set<String>) -> ContractDescriptor {
        if form == .interface {
            let boards: [BoardDescriptor] = carried.sorted().enumerated().map { index, name in
                BoardDescriptor(name: name, number: .max - UInt32(index), input: "Void", output: name)
            }
            return ContractDescriptor(
                name: contract.name, fingerprint: contract.fingerprint, refusal: contract.refusal, boards: contract.boards + boards,
                types: contract.types, reserved: contract.reserved)
        }
        let used: Set<String> = Set(contract.types.flatMap { type in type.members.flatMap { $0.usedTypes } })
        let entries: [TypeDescriptor] = contract.types.filter {
            form == .configuration ? $0.name == contract.name : !used.contains($0.name) && !$0.name.contains(".")
        }
        return ContractDescriptor(
            name: contract.name, fingerprint: contract.fingerprint,
            boards: entries.enumerated().map { index, type in
                BoardDescriptor(
                    name: type.name, number: UInt32(index + 1), input: type.name, output: form == .messages ? type.name : "Void")
            }, types: contract.types)
    }
}

extension TypeDescriptor {
    fileprivate var members: [FieldDescriptor] { fields + (cases ?? []).flatMap(\.values) }
}

extension FieldDescriptor {
    fileprivate var usedTypes: [String] { Self.typeNames(in: type) }

    fileprivate static func typeNames(in type: String) -> [String] {
        type.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.map(String.init)
    }
}
