import ColonnadeWire
import Testing
import WireFuzz

/// What a peer can make a reader spend is bounded: stack by depth, memory by a budget.
@Suite struct BoundsTests {
    @Test func deepestNesting() throws {
        let deepest: [UInt8] = Nest(levels: WireReader.maximumDepth).encoded()
        #expect(try Nest(decoding: deepest.span).levels == WireReader.maximumDepth)
        let deeper: [UInt8] = Nest(levels: WireReader.maximumDepth + 1).encoded()
        #expect(throws: WireError.tooDeep) { try Nest(decoding: deeper.span) }
    }

    /// A packed array is no message: it adds no level.
    @Test func packedArrayAtTheDeepestLevel() throws {
        var value: Sample = Sample()
        value.numbers = [1, -1]
        for _ in 0..<WireReader.maximumDepth {
            var outer: Sample = Sample()
            outer.children = [value]
            value = outer
        }
        #expect(try Sample(decoding: value.encoded().span) == value)
    }

    @Test func hundredThousandLevels() {
        var bytes: [UInt8] = []
        for _ in 0..<100_000 {
            var writer: WireWriter = WireWriter()
            writer.key(1, .lengthDelimited)
            writer.varint(UInt64(bytes.count))
            if bytes.count > 4096 { break }
            bytes = writer.bytes + bytes
        }
        #expect(throws: WireError.tooDeep) { try Nest(decoding: bytes.span) }
    }

    /// Two bytes each, and a hundred times as many in memory.
    @Test func millionsOfEmptyMessages() {
        let count: Int = WireReader.maximumDecodedBytes / MemoryLayout<Sample>.stride
        var most: [UInt8] = [0x52, 0]
        while most.count < 2 * count { most += most.prefix(2 * count - most.count) }
        #expect(throws: Never.self) { _ = try Sample(decoding: most.span) }
        #expect(throws: WireError.tooLarge(limit: WireReader.maximumDecodedBytes)) { _ = try Sample(decoding: (most + [0x52, 0]).span) }
    }

    /// The budget is one for all levels: many messages with many each spend the same.
    @Test func emptyMessagesInMessages() {
        let inner: [UInt8] = (0..<1_000).flatMap { _ in [0x52, 0] as [UInt8] }
        var writer: WireWriter = WireWriter()
        for _ in 0...WireReader.maximumDecodedBytes / MemoryLayout<Sample>.stride / 1_000 { writer.writeBytes(inner, field: 10) }
        #expect(throws: WireError.tooLarge(limit: WireReader.maximumDecodedBytes)) { _ = try Sample(decoding: writer.bytes.span) }
    }

    /// What a frame can hold of packed numbers passes; more can't come in one message.
    @Test func packedNumbersSpendTheBudget() throws {
        var writer: WireWriter = WireWriter()
        writer.writeBytes([UInt8](repeating: 2, count: 1 << 20), field: 11)
        #expect(try Sample(decoding: writer.bytes.span).numbers.count == 1 << 20)
        writer.writeBytes([UInt8](repeating: 2, count: WireReader.maximumDecodedBytes / 8), field: 11)
        #expect(throws: WireError.tooLarge(limit: WireReader.maximumDecodedBytes)) { _ = try Sample(decoding: writer.bytes.span) }
    }

    @Test func longestFrameOfBytesAndStringsPasses() throws {
        var value: Sample = Sample()
        value.bytes = [UInt8](repeating: 1, count: 8 << 20)
        value.text = String(repeating: "x", count: 7 << 20)
        #expect(try Sample(decoding: value.encoded().span) == value)
    }
}
