import ColonnadeWire
import Testing

/// Bytes worked out by hand from protobuf.dev/programming-guides/encoding.
@Suite struct WriterVectorTests {
    private func written(_ body: (inout WireWriter) -> Void) -> [UInt8] {
        var writer: WireWriter = WireWriter()
        body(&writer)
        return writer.bytes
    }

    @Test(
        arguments: [
            (0, "00"), (1, "01"), (127, "7f"), (128, "8001"), (150, "9601"), (300, "ac02"), (16383, "ff7f"), (16384, "808001"),
            (UInt64(UInt32.max), "ffffffff0f"), (1 << 63, "80808080808080808001"), (UInt64.max, "ffffffffffffffffff01"),
        ] as [(UInt64, String)])
    func varints(value: UInt64, expected: String) {
        #expect(written { $0.varint(value) } == hex(expected))
    }

    @Test(
        arguments: [
            (0, "00"), (-1, "01"), (1, "02"), (-2, "03"), (63, "7e"), (-64, "7f"), (64, "8001"),
            (Int64(Int32.max), "feffffff0f"), (Int64(Int32.min), "ffffffff0f"),
            (Int64.max, "feffffffffffffffff01"), (Int64.min, "ffffffffffffffffff01"),
        ] as [(Int64, String)])
    func zigzag(value: Int64, expected: String) {
        #expect(written { $0.zigzag(value) } == hex(expected))
    }

    @Test func fieldsOfEveryKind() {
        #expect(written { $0.writeBool(true, field: 1) } == hex("0801"))
        #expect(written { $0.writeBool(false, field: 1) } == hex("0800"))
        #expect(written { $0.writeSigned(-2, field: 2) } == hex("1003"))
        #expect(written { $0.writeUnsigned(150, field: 1) } == hex("089601"))
        #expect(written { $0.writePlain(-1, field: 5) } == hex("28ffffffffffffffffff01"))
        #expect(written { $0.writeFloat(1, field: 6) } == hex("350000803f"))
        #expect(written { $0.writeDouble(-2, field: 7) } == hex("3900000000000000c0"))
        #expect(written { $0.writeString("testing", field: 2) } == hex("1207 74657374696e67"))
        #expect(written { $0.writeString("", field: 2) } == hex("1200"))
        #expect(written { $0.writeBytes([0, 255], field: 9) } == hex("4a0200ff"))
    }

    @Test func keysOfHighFields() {
        #expect(written { $0.writeBool(true, field: 15) } == hex("7801"))
        #expect(written { $0.writeBool(true, field: 16) } == hex("800101"))
        #expect(written { $0.writeBool(true, field: 1 << 28) } == hex("808080800801"))
        #expect(written { $0.writeBool(true, field: (1 << 29) - 1) } == hex("f8ffffff0f01"))
    }

    @Test func nestedMessageAndPackedArray() {
        #expect(written { $0.writeNested(field: 3) { $0.writeUnsigned(150, field: 1) } } == hex("1a03 089601"))
        #expect(
            written { $0.writeNested(field: 6) { for value: UInt64 in [3, 270, 86942] { $0.varint(value) } } } == hex("3206 03 8e02 9ea705")
        )
    }

    /// A length takes one byte more at 128, 16,384 and 2,097,152: the writer moves the body there.
    @Test(arguments: [
        (0, "00"), (127, "7f"), (128, "8001"), (129, "8101"), (16383, "ff7f"), (16384, "808001"), (2_097_151, "ffff7f"),
        (2_097_152, "80808001"),
    ])
    func lengthsOfNestedMessages(count: Int, expected: String) {
        let body: [UInt8] = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let bytes: [UInt8] = written { writer in
            writer.raw([0xaa])
            writer.writeNested(field: 1) { $0.raw(body) }
            writer.raw([0xbb])
        }
        #expect(bytes == [0xaa] + hex("0a" + expected) + body + [0xbb])
    }

    @Test func lengthsOfMessagesInMessages() {
        let bytes: [UInt8] = written { writer in
            writer.writeNested(field: 1) { $0.writeNested(field: 1) { $0.raw([UInt8](repeating: 7, count: 126)) } }
        }
        #expect(bytes == hex("0a8001 0a7e") + [UInt8](repeating: 7, count: 126))
    }

    @Test func goesOnBehindABuffer() {
        var writer: WireWriter = WireWriter(appendingTo: [1, 2])
        writer.writeNested(field: 1) { $0.raw([UInt8](repeating: 0, count: 128)) }
        #expect(writer.bytes.prefix(5) == [1, 2, 0x0a, 0x80, 0x01])
        #expect(writer.bytes.count == 5 + 128)
    }

    @Test func reservingForEveryElementDoublesRoom() {
        var writer: WireWriter = WireWriter()
        var moves: Int = 0
        var capacity: Int = writer.bytes.capacity
        for _ in 0..<10_000 {
            writer.reserve(8)
            writer.fixed64(1)
            if writer.bytes.capacity != capacity { moves += 1 }
            capacity = writer.bytes.capacity
        }
        #expect(moves < 30)
    }
}
