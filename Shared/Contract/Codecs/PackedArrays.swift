// Arrays of numbers travel packed: the bare values, one behind the other, in one field. Readers take them one by one
// too, as the protobuf wire format demands. An empty array is not written.

extension WireWriter {
    @inlinable
    public mutating func writePacked<Value>(_ values: [Value], field: UInt32, _ write: (inout WireWriter, Value) -> Void) {
        if values.isEmpty { return }
        writeNested(field: field) { writer in
            for value: Value in values { write(&writer, value) }
        }
    }

    @inlinable
    public mutating func writeBools(_ values: [Bool], field: UInt32) {
        writePacked(values, field: field) { $0.varint($1 ? 1 : 0) }
    }

    @inlinable
    public mutating func writeSigned<Value: SignedInteger & FixedWidthInteger>(_ values: [Value], field: UInt32) {
        writePacked(values, field: field) { $0.zigzag(Int64($1)) }
    }

    @inlinable
    public mutating func writeUnsigned<Value: UnsignedInteger & FixedWidthInteger>(_ values: [Value], field: UInt32) {
        writePacked(values, field: field) { $0.varint(UInt64($1)) }
    }

    @inlinable
    public mutating func writeFloats(_ values: [Float], field: UInt32) {
        writePacked(values, field: field) { $0.fixed32($1.bitPattern) }
    }

    @inlinable
    public mutating func writeDoubles(_ values: [Double], field: UInt32) {
        writePacked(values, field: field) { $0.fixed64($1.bitPattern) }
    }

    @inlinable
    public mutating func writeDates(_ values: [Date], field: UInt32) {
        writePacked(values, field: field) { $0.varint(UInt64(bitPattern: $1.wireNanoseconds)) }
    }

    @inlinable
    public mutating func writeDurations(_ values: [Duration], field: UInt32) {
        writePacked(values, field: field) { $0.varint(UInt64(bitPattern: $1.wireNanoseconds)) }
    }

    @inlinable
    public mutating func writeEnums<Value: WireEnum>(_ values: [Value], field: UInt32) {
        writePacked(values, field: field) { $0.varint(UInt64($1.wireNumber)) }
    }
}

extension WireReader {
    public mutating func readBools(_ key: WireKey, into values: inout [Bool]) throws(WireError) {
        var packed: WireReader = try readPacked(key, of: .varint)
        while !packed.isAtEnd { values.append(try packed.varint() != 0) }
    }

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

    public mutating func readFloats(_ key: WireKey, into values: inout [Float]) throws(WireError) {
        var packed: WireReader = try readPacked(key, of: .fixed32)
        while !packed.isAtEnd { values.append(Float(bitPattern: try packed.fixed32())) }
    }

    public mutating func readDoubles(_ key: WireKey, into values: inout [Double]) throws(WireError) {
        var packed: WireReader = try readPacked(key, of: .fixed64)
        while !packed.isAtEnd { values.append(Double(bitPattern: try packed.fixed64())) }
    }

    public mutating func readDates(_ key: WireKey, into values: inout [Date]) throws(WireError) {
        var packed: WireReader = try readPacked(key, of: .varint)
        while !packed.isAtEnd { values.append(Date(wireNanoseconds: Int64(bitPattern: try packed.varint()))) }
    }

    public mutating func readDurations(_ key: WireKey, into values: inout [Duration]) throws(WireError) {
        var packed: WireReader = try readPacked(key, of: .varint)
        while !packed.isAtEnd { values.append(.nanoseconds(Int64(bitPattern: try packed.varint()))) }
    }

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
