import ColonnadeContract
import FoundationEssentials
import SuiteCodecs

extension FuzzTarget {
    /// Contract locks, which are JSON: what can be read is compared with a contract of the suite either way, written, and read as
    /// the same again.
    static var locks: FuzzTarget {
        let known: ContractDescriptor = InterfaceCodecs.echo.contract
        return FuzzTarget(name: "locks", seeds: [lock(known), lock(InterfaceCodecs.kitchenSink.contract)]) {
            (input, _) throws(BrokenInvariant) in
            guard let contract: ContractDescriptor = try? JSONDecoder().decode(ContractDescriptor.self, from: Data(input)) else {
                return "no lock"
            }
            let asProvider: [String] = ContractComparison(consumer: known, provider: contract).problems
            let asConsumer: [String] = ContractComparison(consumer: contract, provider: known).problems
            guard (try? ContractDescriptor(decoding: contract.encoded().span)) == contract else {
                throw BrokenInvariant("the wire has another contract than the lock")
            }
            return "\(min(asProvider.count, 8)) \(min(asConsumer.count, 8)) \(min(contract.types.count, 8))"
        }
    }

    /// A contract that a peer sends, and a body that it says the contract is of: two bytes are the contract's length.
    static var described: FuzzTarget {
        FuzzTarget(name: "described", seeds: describedSeeds) { (input, _) throws(BrokenInvariant) in
            guard input.count >= 2 else { return "empty" }
            let length: Int = min(Int(input[0]) | Int(input[1]) << 8, input.count - 2)
            guard let contract: ContractDescriptor = try? ContractDescriptor(decoding: [UInt8](input[2..<2 + length]).span),
                let board: BoardDescriptor = contract.boards.first
            else { return "no contract" }
            let body: [UInt8] = [UInt8](input[(2 + length)...])
            do throws(JSONMappingError) {
                let value: JSONValue = try ContractJSON.decode(body, type: board.input, in: contract)
                return ContractJSON.check(value, type: board.input, in: contract).isEmpty ? "read" : "read, and not written"
            } catch {
                return "refused, \(min(error.path.description.count, 16))"
            }
        }
    }

    private static func lock(_ contract: ContractDescriptor) -> [UInt8] {
        let encoder: JSONEncoder = JSONEncoder()
        // In one order, so that a seed makes the same inputs in every run.
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(contract)).map { [UInt8]($0) } ?? []
    }

    private static var describedSeeds: [[UInt8]] {
        InterfaceCodecs.all.filter { !$0.contract.boards.isEmpty }.flatMap { interface in
            interface.contract.boards.prefix(3).map { board in
                let contract: [UInt8] = interface.contract.trimmed(toBoards: [board.name]).encoded()
                var random: RandomBody = RandomBody(interface.contract)
                return [UInt8(truncatingIfNeeded: contract.count), UInt8(truncatingIfNeeded: contract.count >> 8)] + contract
                    + random.value(board.input, seed: 1)
            }
        }
    }
}
