/// The protobuf wire types in use; groups (3 and 4) are refused.
///
/// Source: protobuf.dev/programming-guides/encoding.
public enum WireType: UInt8, Sendable {
    /// Base 128, up to ten bytes: integers, booleans, enums and times.
    case varint = 0
    /// Eight bytes, little-endian: `Double`.
    case fixed64 = 1
    /// A length and that many bytes: strings, bytes, messages and packed numbers.
    case lengthDelimited = 2
    /// Four bytes, little-endian: `Float`.
    case fixed32 = 5
}

/// A field's number and wire type, as they stand before its value.
public struct WireKey: Equatable, Sendable {
    /// 1 to 2^29 - 1.
    public let field: UInt32
    /// How the field's value is written.
    public let type: WireType

    /// The key of a field, 1 to 2^29 - 1.
    public init(field: UInt32, type: WireType) {
        self.field = field
        self.type = type
    }
}
