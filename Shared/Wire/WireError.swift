/// What can be wrong with bytes in the protobuf wire format.
public enum WireError: Error, Equatable, Sendable {
    /// The bytes end inside a value.
    case truncated
    /// A varint is longer than ten bytes or does not fit its type.
    case invalidVarint
    /// A field number is 0 or above 2^29 - 1.
    case invalidFieldNumber
    /// A wire type that is unknown, or the deprecated groups.
    case invalidWireType(UInt8)
    /// The field is there, with another wire type than its contract says.
    case unexpectedWireType(field: UInt32)
    /// A string is not UTF-8.
    case invalidUTF8
    /// A value of fixed length (a UUID) has another length.
    case invalidLength(field: UInt32)
    /// A number does not fit the width that its contract says.
    case outOfRange(field: UInt32)
    /// A required field is not there.
    case missingField(UInt32)
    /// A closed enum carries a case that this contract does not know; the bytes are the case's payload.
    case unknownCase(number: UInt32, payload: [UInt8])
    /// Messages are nested deeper than ``WireReader/maximumDepth``.
    case tooDeep
    /// The message takes more memory, once it is decoded, than ``WireReader/maximumDecodedBytes``.
    case tooLarge(limit: Int)
    /// The message has more text than ``WireReader/maximumTextBytes`` that is not ASCII.
    case tooMuchText(limit: Int)
}

extension WireError: CustomStringConvertible {
    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .truncated: "the bytes end inside a value"
        case .invalidVarint: "a varint does not fit its type"
        case .invalidFieldNumber: "a field number is out of range"
        case .invalidWireType(let type): "wire type \(type) is not known"
        case .unexpectedWireType(let field): "field \(field) has another wire type than the contract says"
        case .invalidUTF8: "a string is not UTF-8"
        case .invalidLength(let field): "field \(field) has a wrong length"
        case .outOfRange(let field): "the number in field \(field) does not fit its type"
        case .missingField(let field): "required field \(field) is missing"
        case .unknownCase(let number, _): "case \(number) is not known"
        case .tooDeep: "messages are nested deeper than \(WireReader.maximumDepth)"
        case .tooLarge(let limit): "the message takes more than \(limit) bytes once it is decoded"
        case .tooMuchText(let limit): "the message has more than \(limit) bytes of text that is not ASCII; send it as bytes"
        }
    }
}
