/// A value with a codec in the protobuf wire format. `svc-interface` writes the codecs of DTOs.
public protocol WireMessage: Sendable {
    /// Appends the fields of this value; no length stands before them.
    func encode(into writer: inout WireWriter)

    /// Reads fields up to the reader's end. Unknown fields are skipped.
    init(from reader: inout WireReader) throws(WireError)
}

extension WireMessage {
    /// The message as bytes.
    public func encoded() -> [UInt8] {
        var writer: WireWriter = WireWriter()
        // Most messages fit, and so cost one allocation.
        writer.reserve(96)
        encode(into: &writer)
        return writer.bytes
    }

    /// Reads a message that takes up all of a frame's body.
    public init(decoding body: FrameBody) throws(WireError) {
        var reader: WireReader = WireReader(body)
        try self.init(from: &reader)
    }

    /// Reads a message that takes up all of `bytes`.
    public init(decoding bytes: Span<UInt8>) throws(WireError) {
        var reader: WireReader = WireReader(bytes)
        try self.init(from: &reader)
    }
}
