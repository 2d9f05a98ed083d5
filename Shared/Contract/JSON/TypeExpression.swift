/// A type as a contract writes it: `[String: [Place]]?`.
public indirect enum TypeExpression: Hashable, Sendable {
    /// Nothing: `Void` or `()`.
    case void
    /// `Bool`.
    case bool
    /// Signed, with its width in bits.
    case signed(Int)
    /// Unsigned, with its width in bits.
    case unsigned(Int)
    /// `Float`, 32 bits.
    case float
    /// `Double`, 64 bits.
    case double
    /// `String`, UTF-8.
    case string
    /// `[UInt8]`: bytes, not numbers.
    case bytes
    /// `Date`: int64 nanoseconds since 1970 UTC on the wire.
    case date
    /// `Duration`: int64 nanoseconds on the wire.
    case duration
    /// `UUID`: 16 bytes on the wire.
    case uuid
    /// A value that may be missing: `Place?`.
    case optional(TypeExpression)
    /// An array: `[Place]`.
    case array(TypeExpression)
    /// A dictionary, by strings or whole numbers: `[String: Place]`.
    case dictionary(TypeExpression, TypeExpression)
    /// A struct or an enum of the contract.
    case named(String)

    /// Reads a type as Swift writes it; nil where it is none.
    public init?(parsing text: String) {
        var parser: TypeExpressionParser = TypeExpressionParser(text)
        guard let type: TypeExpression = parser.parse() else { return nil }
        self = type
    }

    /// Whether it is an array, a dictionary or an optional: inside another one such a value travels as a message of
    /// its own.
    var isContainer: Bool {
        switch self {
        case .optional, .array, .dictionary: true
        default: false
        }
    }
}

extension TypeExpression: CustomStringConvertible {
    public var description: String {
        switch self {
        case .void: "Void"
        case .bool: "Bool"
        case .signed(let bits): "Int\(bits == 64 ? "" : String(bits))"
        case .unsigned(let bits): "UInt\(bits == 64 ? "" : String(bits))"
        case .float: "Float"
        case .double: "Double"
        case .string: "String"
        case .bytes: "[UInt8]"
        case .date: "Date"
        case .duration: "Duration"
        case .uuid: "UUID"
        case .optional(let wrapped): "\(wrapped)?"
        case .array(let element): "[\(element)]"
        case .dictionary(let key, let value): "[\(key): \(value)]"
        case .named(let name): name
        }
    }
}

/// A recursive-descent parser of Swift's type syntax, as far as contracts use it.
struct TypeExpressionParser {
    /// How deep brackets may be nested: a contract may come from a peer.
    private static let maximumDepth: Int = 32
    private static let scalars: [String: TypeExpression] = [
        "Void": .void, "Bool": .bool, "String": .string, "Float": .float, "Double": .double, "Date": .date,
        "Duration": .duration, "UUID": .uuid,
        "Int": .signed(64), "Int8": .signed(8), "Int16": .signed(16), "Int32": .signed(32), "Int64": .signed(64),
        "UInt": .unsigned(64), "UInt8": .unsigned(8), "UInt16": .unsigned(16), "UInt32": .unsigned(32),
        "UInt64": .unsigned(64),
    ]

    private let characters: [Character]
    private var offset: Int = 0
    private var depth: Int = 0

    init(_ text: String) {
        characters = text.filter { $0 != " " }.map { $0 }
    }

    mutating func parse() -> TypeExpression? {
        guard let type: TypeExpression = type(), offset == characters.count else { return nil }
        return type
    }

    private mutating func type() -> TypeExpression? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth, var type: TypeExpression = primary() else { return nil }
        var marks: Int = 0
        while take("?") {
            marks += 1
            guard marks <= Self.maximumDepth else { return nil }
            type = .optional(type)
        }
        return type
    }

    private mutating func primary() -> TypeExpression? {
        if take("(") { return take(")") ? .void : nil }
        if take("[") { return collection() }
        let start: Int = offset
        while offset < characters.count, Self.belongsToName(characters[offset]) { offset += 1 }
        guard offset > start else { return nil }
        let name: String = String(characters[start..<offset])
        return Self.scalars[name] ?? .named(name)
    }

    private mutating func collection() -> TypeExpression? {
        guard let first: TypeExpression = type() else { return nil }
        if take("]") { return first == .unsigned(8) ? .bytes : .array(first) }
        guard take(":"), let value: TypeExpression = type(), take("]") else { return nil }
        switch first {
        case .string, .signed, .unsigned: return .dictionary(first, value)
        default: return nil
        }
    }

    private mutating func take(_ character: Character) -> Bool {
        guard offset < characters.count, characters[offset] == character else { return false }
        offset += 1
        return true
    }

    private static func belongsToName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "."
    }
}
