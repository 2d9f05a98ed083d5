extension JSONWireDecoder {
    /// A scalar behind its key.
    func readScalar(_ reader: inout WireReader, _ key: WireKey, _ type: TypeExpression) throws -> JSONValue {
        switch type {
        case .string: return .string(try reader.readString(key))
        case .bytes: return .string(Base64Text.encode(try reader.readBytes(key)))
        case .uuid:
            guard let value: UUID = UUIDBytes.uuid(try reader.readBytes(key)) else {
                throw WireError.invalidLength(field: key.field)
            }
            return .string(value.uuidString)
        case .void:
            try reader.skip(key)
            return .object([:])
        default:
            guard key.type == type.bareWireType else { throw WireError.unexpectedWireType(field: key.field) }
            return try readBare(&reader, type, scope: nil, field: key.field)
        }
    }

    /// A number, a boolean or the number of a plain case, as packed arrays hold them.
    func readBare(
        _ reader: inout WireReader, _ type: TypeExpression, scope: String?, field: UInt32 = 1
    ) throws -> JSONValue {
        switch type {
        case .bool: return .bool(try reader.varint() != 0)
        case .signed(let bits):
            let value: Int64 = try reader.zigzag()
            guard bits == 64 || abs(value < 0 ? value + 1 : value) < 1 << Int64(bits - 1) else {
                throw WireError.outOfRange(field: field)
            }
            return .integer(value)
        case .unsigned(let bits):
            let value: UInt64 = try reader.varint()
            guard bits == 64 || value < 1 << UInt64(bits) else { throw WireError.outOfRange(field: field) }
            return Int64(exactly: value).map { .integer($0) } ?? .unsigned(value)
        case .float: return Self.number(shortest: Float(bitPattern: try reader.fixed32()))
        case .double: return Self.number(Double(bitPattern: try reader.fixed64()))
        case .date: return .string(DateText.format(nanoseconds: Int64(bitPattern: try reader.varint())))
        case .duration: return .string(DurationText.format(nanoseconds: Int64(bitPattern: try reader.varint())))
        case .named(let name):
            guard let number: UInt32 = UInt32(exactly: try reader.varint()) else { throw WireError.outOfRange(field: field) }
            return try plainCase(number, try descriptor(name, in: scope))
        case .string, .bytes, .uuid, .void, .optional, .array, .dictionary:
            throw WireError.unexpectedWireType(field: field)
        }
    }

    private static func number(_ value: Double) -> JSONValue {
        if value.isNaN { return .string("NaN") }
        if value.isInfinite { return .string(value < 0 ? "-Infinity" : "Infinity") }
        return .number(value)
    }

    /// 0.1 as a Float is written as 0.1, not as the Double that lies nearest to it.
    private static func number(shortest value: Float) -> JSONValue {
        guard value.isFinite, let wide: Double = Double("\(value)") else { return number(Double(value)) }
        return .number(wide)
    }
}

extension TypeExpression {
    /// How a bare value of the type travels.
    var bareWireType: WireType {
        switch self {
        case .float: .fixed32
        case .double: .fixed64
        default: .varint
        }
    }
}
