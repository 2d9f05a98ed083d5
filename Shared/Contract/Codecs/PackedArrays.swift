// Arrays of numbers travel packed: the bare values, one behind the other, in one field. Readers take them one by one
// too, as the protobuf wire format demands. An empty array is not written.

extension WireWriter {
    /// Numbers in one field, each written by `write`; nothing at all for an empty array.
    @inlinable
    public mutating func writePacked<Value>(_ values: [Value], field: UInt32, _ write: (inout WireWriter, Value) -> Void) {
        if values.isEmpty { return }
        writeNested(field: field) { writer in
            for value: Value in values { write(&writer, value) }
        }
    }

    /// Booleans, packed, a byte each.
    @inlinable
    public mutating func writeBools(_ values: [Bool], field: UInt32) {
        writePacked(values, field: field) { $0.varint($1 ? 1 : 0) }
    }

    /// Signed integers, packed, as zigzag varints.
    @inlinable
    public mutating func writeSigned<Value: SignedInteger & FixedWidthInteger>(_ values: [Value], field: UInt32) {
        writePacked(values, field: field) { $0.zigzag(Int64($1)) }
    }

    /// Unsigned integers, packed, as varints.
    @inlinable
    public mutating func writeUnsigned<Value: UnsignedInteger & FixedWidthInteger>(_ values: [Value], field: UInt32) {
        writePacked(values, field: field) { $0.varint(UInt64($1)) }
    }

    /// Floats, packed, four bytes each.
    @inlinable
    public mutating func writeFloats(_ values: [Float], field: UInt32) {
        writePacked(values, field: field) { $0.fixed32($1.bitPattern) }
    }

    /// Doubles, packed, eight bytes each.
    @inlinable
    public mutating func writeDoubles(_ values: [Double], field: UInt32) {
        writePacked(values, field: field) { $0.fixed64($1.bitPattern) }
    }

    /// Times, packed, as int64 nanoseconds since 1970 UTC.
    @inlinable
    public mutating func writeDates(_ values: [Date], field: UInt32) {
        writePacked(values, field: field) { $0.varint(UInt64(bitPattern: $1.wireNanoseconds)) }
    }

    /// Lengths of time, packed, as int64 nanoseconds.
    @inlinable
    public mutating func writeDurations(_ values: [Duration], field: UInt32) {
        writePacked(values, field: field) { $0.varint(UInt64(bitPattern: $1.wireNanoseconds)) }
    }

    /// Enums without values, packed, as the numbers of their cases.
    @inlinable
    public mutating func writeEnums<Value: WireEnum>(_ values: [Value], field: UInt32) {
        writePacked(values, field: field) { $0.varint(UInt64($1.wireNumber)) }
    }
}

extension WireReader {
    /// Appends the booleans of a field, packed or single.
    public mutating func readBools(_ key: WireKey, into values: inout [Bool]) throws(WireError) {
        var packed: WireReader = try readPacked(key, of: .varint)
        while !packed.isAtEnd { values.append(try packed.varint() != 0) }
    }

    /// Appends the signed integers of a field, packed or single.
    /// - Throws: ``WireError/outOfRange(field:)`` for a number that `Value` can not hold.
    @inlinable
    public mutating func readSigned<Value: SignedInteger & FixedWidthInteger>(
        _ key: WireKey, into values: inout [Value]
    ) throws(WireError) {
        var packed: WireReader = try readPacked(key, of: .varint)
        while !packed.isAtEnd {
            guard let value: Value = Value(exactly: try packed.zigzag()) else { throw .outOfRange(field: key.field) }
            values.append(value)
        }
    }

    /// Appends the unsigned integers of a field, packed or single.
    /// - Throws: ``WireError/outOfRange(field:)`` for a number that `Value` can not hold.
    @inlinable
    public mutating func readUnsigned<Value: UnsignedInteger & FixedWidthInteger>(
        _ key: WireKey, into values: inout [Value]
    ) throws(WireError) {
        var packed: WireReader = try readPacked(key, of: .varint)
        while !packed.isAtEnd {
            guard let value: Value = Value(exactly: try packed.varint()) else { throw .outOfRange(field: key.field) }
            values.append(value)
        }
    }

    /// Appends the floats of a field, packed or single.
    public mutating func readFloats(_ key: WireKey, into values: inout [Float]) throws(WireError) {
        var packed: WireReader = try readPacked(key, of: .fixed32)
        while !packed.isAtEnd { values.append(Float(bitPattern: try packed.fixed32())) }
    }

    /// Appends the doubles of a field, packed or single.
    public mutating func readDoubles(_ key: WireKey, into values: inout [Double]) throws(WireError) {
        var packed: WireReader = try readPacked(key, of: .fixed64)
        while !packed.isAtEnd { values.append(Double(bitPattern: try packed.fixed64())) }
    }

    /// Appends the times of a field, packed or single.
    public mutating func readDates(_ key: WireKey, into values: inout [Date]) throws(WireError) {
        var packed: WireReader = try readPacked(key, of: .varint)
        while !packed.isAtEnd { values.append(Date(wireNanoseconds: Int64(bitPattern: try packed.varint()))) }
    }

    /// Appends the lengths of time of a field, packed or single.
    public mutating func readDurations(_ key: WireKey, into values: inout [Duration]) throws(WireError) {
        var packed: WireReader = try readPacked(key, of: .varint)
        while !packed.isAtEnd { values.append(.nanoseconds(Int64(bitPattern: try packed.varint()))) }
    }

    /// Appends the cases of a field, packed or single; what they take counts against the reader's budget.
    /// - Throws: ``WireError/unknownCase(number:payload:)`` for a number that a closed enum does not know.
    @inlinable
    public mutating func readEnums<Value: WireEnum>(_ key: WireKey, into values: inout [Value]) throws(WireError) {
        var packed: WireReader = try readPacked(key, of: .varint)
        while !packed.isAtEnd {
            guard let number: UInt32 = UInt32(exactly: try packed.varint()) else { throw .outOfRange(field: key.field) }
            // One byte may stand for a case of an open enum, which takes many.
            if MemoryLayout<Value>.stride > 8 { try spend(MemoryLayout<Value>.stride) }
            values.append(try Value(wireNumber: number, acceptsUnknown: acceptsUnknownCases))
        }
    }
}
