/// The bytes of a message that is to be sent, a long field among them in the array that its sender has it in.
public struct EncodedMessage: Sendable {
    /// The message's bytes without those of the long field.
    public let bytes: [UInt8]
    private let long: LongField?

    /// A message whose bytes lie together.
    public init(_ bytes: [UInt8]) {
        self.init(bytes, long: nil)
    }

    /// A message as it is encoded, a long field of it in its own array.
    public init<Message: WireMessage>(encoding message: Message) {
        var writer: WireWriter = WireWriter(keepsLongField: true)
        writer.reserve(96)
        message.encode(into: &writer)
        self = writer.message
    }

    init(_ bytes: [UInt8], long: LongField?) {
        self.bytes = bytes
        self.long = long
    }

    /// How many bytes the message has.
    public var count: Int { bytes.count + (long?.bytes.count ?? 0) }

    /// All the bytes, together.
    public var joined: [UInt8] { long?.joined(with: bytes) ?? bytes }

    /// The long field and where it belongs in ``bytes``; nil where all bytes lie together.
    public var longField: (bytes: [UInt8], offset: Int)? { long.map { ($0.bytes, $0.offset) } }
}
