extension WireWriter {
    /// A message of its own: an Input, Output or Command that is no DTO, with the value as field 1.
    @inlinable
    public static func message(_ body: (inout WireWriter) -> Void) -> [UInt8] {
        var writer: WireWriter = WireWriter()
        body(&writer)
        return writer.bytes
    }
}

extension WireReader {
    /// A reader of a value that travels as a message of its own, or of an entry of a map. What it will take in an
    /// array or a dictionary is counted, since an empty message may stand for a large value.
    @inlinable
    @_lifetime(copy self)
    public mutating func readBox<Value>(_ key: WireKey, of type: Value.Type) throws(WireError) -> WireReader {
        try spend(MemoryLayout<Value>.stride)
        return try readNested(key)
    }
}

extension WireMessage {
    /// The value of a map entry; one that came without stands for the message without any field.
    /// - Throws: ``WireError/missingField(_:)`` where the message has a required field.
    public static func orEmpty(_ value: Self?) throws(WireError) -> Self {
        if let value { return value }
        let bytes: [UInt8] = []
        return try Self(decoding: bytes.span)
    }
}
