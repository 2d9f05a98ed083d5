import FoundationEssentials

/// What `--json` prints.
public enum JSONText {
    /// The value as JSON with sorted keys.
    public static func text(_ value: some Encodable) throws -> String {
        let encoder: JSONEncoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
