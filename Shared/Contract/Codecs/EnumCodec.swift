/// An enum without values, which travels as the number of its case. `svc-interface` writes the conformances.
public protocol WireEnum: Sendable {
    /// The number of the case in the contract.
    var wireNumber: UInt32 { get }

    /// The case with this number.
    /// - Parameter acceptsUnknown: whether an open enum may take a number that it does not know.
    /// - Throws: ``WireError/unknownCase(number:payload:)``.
    init(wireNumber: UInt32, acceptsUnknown: Bool) throws(WireError)
}

extension WireWriter {
    /// An enum without values, as the number of its case.
    @inlinable
    public mutating func writeEnum<Value: WireEnum>(_ value: Value, field: UInt32) {
        writeUnsigned(UInt64(value.wireNumber), field: field)
    }

    /// A case of an open enum that came from a newer peer, as it came.
    public mutating func writeUnrecognized(_ value: Unrecognized) {
        writeBytes(value.bytes, field: max(value.number, 1))
    }
}

extension WireReader {
    /// The case that a number stands for.
    /// - Throws: ``WireError/unknownCase(number:payload:)`` for a number that a closed enum does not know.
    @inlinable
    public mutating func readEnum<Value: WireEnum>(_ key: WireKey) throws(WireError) -> Value {
        try Value(wireNumber: try readUnsigned(key), acceptsUnknown: acceptsUnknownCases)
    }

    /// The payload of a case without values: fields that a newer peer may have added are skipped.
    public mutating func readEmpty(_ key: WireKey) throws(WireError) {
        var nested: WireReader = try readNested(key)
        try nested.skipAll()
    }

    /// Skips every field up to the end.
    public mutating func skipAll() throws(WireError) {
        while let key: WireKey = try nextKey() { try skip(key) }
    }

    /// What a closed enum throws for a case that it does not know.
    public mutating func readUnknownCase(_ key: WireKey) throws(WireError) -> WireError {
        .unknownCase(number: key.field, payload: try payload(key))
    }

    /// The case of an open enum that this contract does not know.
    /// - Throws: ``WireError/unknownCase(number:payload:)`` where unknown cases are not accepted.
    public mutating func readUnrecognized(_ key: WireKey) throws(WireError) -> Unrecognized {
        guard acceptsUnknownCases else { throw try readUnknownCase(key) }
        return Unrecognized(number: key.field, bytes: try payload(key))
    }

    private mutating func payload(_ key: WireKey) throws(WireError) -> [UInt8] {
        if key.type == .lengthDelimited { return try readBytes(key) }
        try skip(key)
        return []
    }
}
