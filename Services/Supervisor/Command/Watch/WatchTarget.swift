import ColonnadeContract
import SupervisorCore

/// A vertical whose calls are watched.
struct WatchTarget: Sendable {
    let vertical: String
    let contract: ContractDescriptor
    /// The only board; nil for all.
    let board: String?

    /// What a command line means: `maps searchPlaces`, `maps.searchPlaces`, `searchPlaces` of whoever has it, or `maps` for all of its boards.
    static func find(
        _ words: [String], among offered: [(vertical: String, contracts: [ContractDescriptor])]
    ) throws(CommandFailure) -> [WatchTarget] {
        var words: [String] = words
        if words.count == 1, let dot: String.Index = words[0].firstIndex(of: ".") {
            words = [String(words[0][..<dot]), String(words[0][words[0].index(after: dot)...])]
        }
        if words.count == 1, case let named = try targets(words[0], nil, offered), !named.isEmpty { return named }
        if words.count == 1 { return try targets(board: words[0], offered) }
        let found: [WatchTarget] = try targets(words[0], words[1], offered)
        guard !found.isEmpty else {
            let names: [String] = offered.map(\.vertical)
            throw CommandFailure(.refused(.unknownVertical(name: NameForms.kebab(words[0]), known: names)))
        }
        return found
    }

    private static func targets(
        _ vertical: String, _ board: String?, _ offered: [(vertical: String, contracts: [ContractDescriptor])]
    ) throws(CommandFailure) -> [WatchTarget] {
        guard let found = offered.first(where: { $0.vertical == NameForms.kebab(vertical) }) else { return [] }
        guard let contract: ContractDescriptor = found.contracts.first else {
            throw CommandFailure(.usage, EdgeWords.program(found.vertical))
        }
        guard let board else { return [WatchTarget(vertical: found.vertical, contract: contract, board: nil)] }
        for contract: ContractDescriptor in found.contracts {
            if let name: String = Self.name(of: board, in: contract) {
                return [WatchTarget(vertical: found.vertical, contract: contract, board: name)]
            }
        }
        throw .unknownBoard(board, of: found.vertical, known: found.contracts.flatMap(\.boards).map(\.name))
    }

    private static func targets(
        board: String, _ offered: [(vertical: String, contracts: [ContractDescriptor])]
    ) throws(CommandFailure) -> [WatchTarget] {
        let found: [WatchTarget] = offered.flatMap { vertical, contracts in
            contracts.compactMap { contract in
                name(of: board, in: contract).map { WatchTarget(vertical: vertical, contract: contract, board: $0) }
            }
        }
        guard found.isEmpty else { return found }
        let known: [String] = offered.map(\.vertical) + offered.flatMap(\.contracts).flatMap(\.boards).map(\.name)
        throw CommandFailure(
            .usage, "The suite has no board and no vertical '\(board)'.\(NearestName.question(board, among: known))")
    }

    private static func name(of board: String, in contract: ContractDescriptor) -> String? {
        contract.boards.first { $0.name == board || $0.name == NameForms.camel(board) }?.name
    }
}
