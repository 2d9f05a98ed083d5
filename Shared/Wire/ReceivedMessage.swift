/// The bytes of a message that came, a long field among them in an array of its own.
public struct ReceivedMessage: Sendable {
    /// The message's bytes without those of the long field.
    public private(set) var bytes: [UInt8]
    /// A field of the outermost message, longer than all that follows it.
    @usableFromInline private(set) var long: LongField?

    /// A message whose bytes lie together.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        long = nil
    }

    /// A frame's body, to be kept for longer than its frame.
    /// - Parameters:
    ///   - body: the frame's body.
    ///   - copy: makes the copy, in memory of its choice.
    public init(copying body: FrameBody, by copy: (borrowing Span<UInt8>) -> [UInt8] = { [UInt8](copying: $0) }) {
        bytes = copy(body.bytes)
        long = body.long
    }

    /// All the bytes, together.
    public var joined: [UInt8] { long?.joined(with: bytes) ?? bytes }

    /// Takes the memory of the bytes but for the long field's, which is empty from then on.
    public mutating func takeBytes() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        long = nil
        return taken
    }

    /// Lends the message as a frame's body.
    public func lend(to body: (FrameBody) -> Void) {
        guard let long else { return body(FrameBody(bytes.span)) }
        body(FrameBody(bytes.span, long, long.bytes.span))
    }

    /// Reads the message by `body`.
    @inlinable
    public func read<Result>(_ body: (inout WireReader) throws(WireError) -> Result) throws(WireError) -> Result {
        guard let long else {
            var reader: WireReader = WireReader(bytes.span)
            return try body(&reader)
        }
        var reader: WireReader = WireReader(FrameBody(bytes.span, long, long.bytes.span))
        return try body(&reader)
    }
}
