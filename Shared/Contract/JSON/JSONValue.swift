import FoundationEssentials

/// A JSON value whose type nobody knew beforehand.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number within `Int64`.
    case integer(Int64)
    /// A whole number above `Int64.max`.
    case unsigned(UInt64)
    /// Any other number, as the nearest Double.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; of two members with one name, one is kept.
    case object([String: JSONValue])

    /// What it is, for messages: `a string`, `an object`.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .unsigned: "a whole number"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value behind a key of an object; nil for anything else.
    public subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }
}

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container: any SingleValueDecodingContainer = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value: String = try? container.decode(String.self) {
            self = .string(value)
        } else if let value: Bool = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value: Int64 = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value: UInt64 = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else if let value: Double = try? container.decode(Double.self) {
            self = .number(value)
        } else {
            self = try Self.nested(container)
        }
    }

    private static func nested(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        do {
            return .object(try container.decode([String: JSONValue].self))
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == container.codingPath.count {
            return .array(try container.decode([JSONValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container: any SingleValueEncodingContainer = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue {
    /// Reads JSON text; a bare number, string or `null` is JSON too.
    /// - Throws: what is wrong with the text: `line 2, column 7: expected a value, found '}'`.
    public init(parsing text: String) throws(JSONMappingError) {
        try self.init(parsing: Array(text.utf8))
    }

    /// Reads JSON text in UTF-8.
    /// - Throws: what is wrong with the text: `line 2, column 7: expected a value, found '}'`.
    public init(parsing bytes: [UInt8]) throws(JSONMappingError) {
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            // The decoder's own words name no place that a person could go to.
            throw JSONMappingError(path: JSONPath(), message: "not valid JSON: \(JSONSyntax.problem(in: bytes) ?? "\(error)")")
        }
    }

    /// JSON on one line, keys sorted, slashes as they are. Numbers that JSON can not write are written as strings.
    public var text: String { text(pretty: false) }

    /// JSON, keys sorted.
    /// - Parameter pretty: on lines of its own for every member, for people.
    public func text(pretty: Bool) -> String {
        let encoder: JSONEncoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        guard let data: Data = try? encoder.encode(self) else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }
}
