import ColonnadeContract
import FoundationEssentials

/// Reads and writes a contract's lock: `X.contract.json`.
public enum LockFile {
    /// The lock's text: the same contract gives the same bytes.
    public static func text(_ contract: ContractDescriptor) throws -> String {
        let encoder: JSONEncoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(contract), as: UTF8.self) + "\n"
    }

    /// The contract in a lock; nil for an empty one, which stands where nothing was generated yet.
    public static func contract(_ text: String) throws -> ContractDescriptor? {
        if text.filter({ !$0.isWhitespace }) == "{}" || text.allSatisfy(\.isWhitespace) { return nil }
        return try JSONDecoder().decode(ContractDescriptor.self, from: Data(text.utf8))
    }

    /// Numbers that were given twice, a sentence each: two branches may each have given the next one.
    public static func conflicts(in contract: ContractDescriptor) -> [String] {
        var found: [String] = conflicts(contract.boards.map { ($0.name, $0.number) }, contract.reserved, of: contract.name)
        for type: TypeDescriptor in contract.types {
            let members: [(String, UInt32)] =
                type.fields.map { ($0.name, $0.number) } + (type.cases ?? []).map { ($0.name, $0.number) }
            found += conflicts(members, type.reserved, of: type.name)
            for item: CaseDescriptor in type.cases ?? [] {
                found += conflicts(item.values.map { ($0.name, $0.number) }, item.reserved, of: "\(type.name).\(item.name)")
            }
        }
        return found
    }

    private static func conflicts(_ members: [(name: String, number: UInt32)], _ reserved: [UInt32], of owner: String) -> [String] {
        var owners: [UInt32: String] = [:]
        for number: UInt32 in reserved { owners[number] = "a removed one" }
        var found: [String] = []
        for member: (name: String, number: UInt32) in members {
            if let other: String = owners[member.number] {
                found.append("in \(owner), \(member.name) and \(other) both have number \(member.number)")
            }
            owners[member.number] = member.name
        }
        return found
    }
}
