/// A type whose names were looked up: what the emitters go by.
indirect enum FieldType: Hashable {
    case scalar(Scalar)
    /// A struct, or an enum with values: a message.
    case message(String)
    /// An enum without values: a number.
    case choice(String)
    case optional(FieldType)
    case array(FieldType)
    case dictionary(Scalar, FieldType)
    case void

    /// As in Swift, nested types behind a dot.
    var spelling: String {
        switch self {
        case .scalar(let scalar): scalar.rawValue
        case .message(let name), .choice(let name): name
        case .optional(let wrapped): "\(wrapped.spelling)?"
        case .array(let element): "[\(element.spelling)]"
        case .dictionary(let key, let value): "[\(key.rawValue): \(value.spelling)]"
        case .void: "Void"
        }
    }

    /// Whether one field holds the value as it is; other values travel in a message of their own where one field is all there is.
    var isSingular: Bool {
        switch self {
        case .scalar, .message, .choice: true
        case .optional, .array, .dictionary, .void: false
        }
    }

    /// Whether an array of it travels packed.
    var isPacked: Bool {
        switch self {
        case .scalar(let scalar): scalar.isNumber
        case .choice: true
        default: false
        }
    }

    /// The name of the struct or enum at the core of it.
    var declaredName: String? {
        switch self {
        case .message(let name), .choice(let name): name
        case .optional(let inner), .array(let inner), .dictionary(_, let inner): inner.declaredName
        case .scalar, .void: nil
        }
    }
}

/// A type of the language that a field may have.
enum Scalar: String, CaseIterable {
    case bool = "Bool"
    case int = "Int"
    case int8 = "Int8"
    case int16 = "Int16"
    case int32 = "Int32"
    case int64 = "Int64"
    case uint = "UInt"
    case uint8 = "UInt8"
    case uint16 = "UInt16"
    case uint32 = "UInt32"
    case uint64 = "UInt64"
    case float = "Float"
    case double = "Double"
    case string = "String"
    case bytes = "[UInt8]"
    case date = "Date"
    case duration = "Duration"
    case uuid = "UUID"

    var isSigned: Bool { [.int, .int8, .int16, .int32, .int64].contains(self) }
    var isUnsigned: Bool { [.uint, .uint8, .uint16, .uint32, .uint64].contains(self) }
    var isKey: Bool { self == .string || isSigned || isUnsigned }
    var isNumber: Bool { ![.string, .bytes, .uuid].contains(self) }

    /// The word in the names of the writer's and the reader's functions: `writeSigned`, `readDate`.
    var codec: String {
        switch self {
        case .bool: "Bool"
        case .float: "Float"
        case .double: "Double"
        case .string: "String"
        case .bytes: "Bytes"
        case .date: "Date"
        case .duration: "Duration"
        case .uuid: "UUID"
        default: isSigned ? "Signed" : "Unsigned"
        }
    }

    /// The word in the names of the functions for packed arrays.
    var arrayCodec: String { isSigned || isUnsigned ? codec : codec + "s" }
}
