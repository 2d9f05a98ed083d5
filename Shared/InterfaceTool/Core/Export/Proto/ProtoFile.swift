/// A `.proto` file as a value: the text and the binary form are written from the same one.
struct ProtoFile {
    /// `clinical_records.proto`.
    let name: String
    let package: String
    /// What stands at the head of the text.
    let comment: String
    let messages: [ProtoMessage]
    let enums: [ProtoEnum]
    let service: ProtoService?
}

struct ProtoMessage {
    let name: String
    var comment: String = ""
    var fields: [ProtoField] = []
    /// The name of the oneof that all fields are in; nil where there is none.
    var oneof: String?
    var messages: [ProtoMessage] = []
    var enums: [ProtoEnum] = []
    var reserved: [UInt32] = []
}

struct ProtoField {
    enum Kind: Hashable {
        /// proto3's `optional`: presence is explicit.
        case optional(ProtoType)
        case repeated(ProtoType)
        case map(ProtoType, ProtoType)
        /// One of the message's oneof.
        case alternative(ProtoType)
    }

    let name: String
    let number: UInt32
    let kind: Kind
    var comment: String = ""
}

struct ProtoEnum {
    let name: String
    var comment: String = ""
    /// The first one has number 0, as proto3 wants it.
    var values: [ProtoEnumValue]
    var reserved: [UInt32] = []
}

struct ProtoEnumValue {
    let name: String
    let number: UInt32
    var comment: String = ""
}

struct ProtoService {
    let name: String
    let methods: [ProtoMethod]
    var comment: String = ""
}

struct ProtoMethod {
    let name: String
    let comment: String
    let input: ProtoType
    let output: ProtoType
    let isStreaming: Bool
    let isIdempotent: Bool
}

/// The type of a field, as a `.proto` file writes it.
enum ProtoType: Hashable {
    case scalar(ProtoScalar)
    /// The whole name, with the package and a dot in front: `.maps.Place`.
    case message(String)
    case choice(String)
}

/// The raw value is the number in `FieldDescriptorProto.Type`.
enum ProtoScalar: UInt64 {
    case double = 1
    case float = 2
    case int64 = 3
    case uint64 = 4
    case bool = 8
    case string = 9
    case bytes = 12
    case uint32 = 13
    case sint32 = 17
    case sint64 = 18

    init(_ scalar: Scalar) {
        switch scalar {
        case .bool: self = .bool
        case .int, .int64: self = .sint64
        case .int8, .int16, .int32: self = .sint32
        case .uint, .uint64: self = .uint64
        case .uint8, .uint16, .uint32: self = .uint32
        case .float: self = .float
        case .double: self = .double
        case .string: self = .string
        case .bytes, .uuid: self = .bytes
        case .date, .duration: self = .int64
        }
    }
}
