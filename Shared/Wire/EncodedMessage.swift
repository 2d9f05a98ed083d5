/// The bytes of a message that is to be sent, a long field among them in the array that its sender has it in.
public struct EncodedMessage: Sendable {
    /// The message's bytes without those of the long field.
    public private(set) var bytes: [UInt8]
    private var long: LongField?

    /// A message whose bytes lie together.
    public init(_ bytes: [UInt8]) {
        self.init(bytes, long: nil)
    }

    init(_ bytes: [UInt8], long: LongField?) {
        self.bytes = bytes
        self.long = long
    }

    /// How many bytes the message has.
    public var count: Int { bytes.count + (long?.bytes.count ?? 0) }

    /// All the bytes, together.
    public var joined: [UInt8] { long?.joined(with: bytes) ?? bytes }

    /// Takes the memory of the bytes but for the long field's, which is empty from then on.
    public mutating func takeBytes() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        long = nil
        return taken
    }

    /// The long field and where it belongs in ``bytes``; nil where all bytes lie together.
    public var longField: (bytes: [UInt8], offset: Int)? { long.map { ($0.bytes, $0.offset) } }
}
