/// A frame's body where it was read to: it is gone when the call that brings it returns.
public struct FrameBody: ~Escapable {
    /// The body's bytes without those of the long field.
    public let bytes: Span<UInt8>
    /// The bytes of the long field; empty where there is none.
    let longBytes: Span<UInt8>
    /// A field of the outermost message, longer than all that follows it.
    let long: LongField?

    /// A body whose bytes lie together.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
        longBytes = Span()
        long = nil
    }

    @_lifetime(copy bytes, copy longBytes)
    @usableFromInline
    init(_ bytes: Span<UInt8>, _ long: LongField, _ longBytes: Span<UInt8>) {
        self.bytes = bytes
        self.longBytes = longBytes
        self.long = long
    }

    /// How many bytes the body has.
    public var count: Int { bytes.count + longBytes.count }
}

extension Array where Element == UInt8 {
    /// The bytes of a frame's body, together.
    public init(copying body: FrameBody) {
        self = ReceivedMessage(copying: body).joined
    }
}
