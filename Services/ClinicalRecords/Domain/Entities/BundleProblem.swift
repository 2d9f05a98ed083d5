/// Why a bundle was not imported. Entries count from 0.
public enum BundleProblem: Error, Hashable, Sendable {
    case notJSON(TextPosition, reason: String)
    case truncated(TextPosition, reason: String)
    case notABundle(TextPosition, reason: String)
    case unsupportedType(String)
    case missingResourceType(entry: Int, TextPosition)
    case missingID(entry: Int, resourceType: String, TextPosition)
    case invalidEntry(entry: Int, TextPosition, reason: String)
    case duplicateResource(resource: String, entry: Int, earlier: Int)
    case unresolvableReference(entry: Int, reference: String)
    case nestedTooDeeply(limit: Int, TextPosition)
    case entryTooLarge(entry: Int, limit: Int)
    case tooLarge(limit: Int)
    case interrupted(received: Int)
    case tooManyImports(limit: Int)
}

/// A place in a text.
public struct TextPosition: Hashable, Sendable {
    /// From 1.
    public let line: Int
    /// In characters, from 1.
    public let column: Int
    /// In bytes, from 0.
    public let offset: Int

    public init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }
}
