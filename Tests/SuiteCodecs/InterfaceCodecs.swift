public import ColonnadeContract

/// An interface, and the generated codec of each of its types.
public struct InterfaceCodecs: Sendable {
    /// Every interface of the platform, of the clinic and of the tests.
    public static var all: [InterfaceCodecs] {
        [
            introspection, supervisor, frames, appointments, authentication, clinicalRecords, maps, echo, kitchenSink, presentation,
            screenParts, shell,
        ]
    }

    public let contract: ContractDescriptor
    public let codecs: [Codec]

    public init(_ contract: ContractDescriptor, _ codecs: [Codec]) {
        self.contract = contract
        self.codecs = codecs
    }

    /// The types of the contract whose codec nobody listed: there should be none. The parts of screens are listed once, with the
    /// platform's own.
    public var missing: [String] {
        let listed: Set<String> = Set((codecs + Self.presentation.codecs).map(\.type))
        return contract.types.map(\.name).filter { !listed.contains($0) }
    }
}

/// The codec of one type.
public struct Codec: Sendable {
    /// The name as in Swift, nested types behind a dot: `Place.Kind`.
    public let type: String
    /// The value in a message's bytes.
    public let decode: @Sendable (_ bytes: [UInt8]) throws(WireError) -> any WireMessage

    public init<Message: WireMessage>(_ message: Message.Type) {
        type = Self.name(message)
        decode = { bytes throws(WireError) in try Message(decoding: bytes.span) }
    }

    /// An enum without values, as field 1 of a message.
    public init<Choice: WireEnum>(_ choice: Choice.Type) {
        type = Self.name(choice)
        decode = { bytes throws(WireError) in try ChoiceMessage<Choice>(decoding: bytes.span) }
    }

    /// Without the module.
    private static func name(_ type: any Any.Type) -> String {
        String(String(reflecting: type).drop { $0 != "." }.dropFirst())
    }
}

/// What the wire makes of an enum without values, where it stands alone.
private struct ChoiceMessage<Choice: WireEnum>: WireMessage {
    let value: Choice

    func encode(into writer: inout WireWriter) {
        writer.writeEnum(value, field: 1)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var value: Choice?
        while let key: WireKey = try reader.nextKey() {
            switch key.field {
            case 1: value = try reader.readEnum(key)
            default: try reader.skip(key)
            }
        }
        guard let value else { throw .missingField(1) }
        self.value = value
    }
}
