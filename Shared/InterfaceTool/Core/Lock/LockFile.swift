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
}
