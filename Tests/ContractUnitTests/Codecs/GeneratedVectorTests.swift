import ColonnadeContract
import KitchenSinkIO
import Testing

/// Bytes worked out by hand from protobuf.dev/programming-guides/encoding.
@Suite("Generated codecs, byte by byte")
struct GeneratedVectorTests {
    @Test func optionalsAreLeftOutOrWritten() throws {
        #expect(Optionals().encoded() == [])
        var value: Optionals = Optionals()
        value.flag = false
        value.int = -2
        value.uint = 300
        value.string = ""
        value.numbers = []
        // false; zigzag(-2) = 3; 300 = ac 02; an empty string; an empty box.
        #expect(value.encoded() == [0x08, 0, 0x10, 3, 0x18, 0xac, 0x02, 0x32, 0, 0x72, 0])
        #expect(try decode(Optionals.self, value.encoded()) == value)
    }

    @Test func optionalOfOptionalTellsNilFromNothing() throws {
        var value: Optionals = Optionals()
        value.twice = .some(nil)
        #expect(value.encoded() == [0x82, 0x01, 0])
        #expect(try decode(Optionals.self, value.encoded()).twice == .some(nil))
        value.twice = "a"
        #expect(value.encoded() == [0x82, 0x01, 3, 0x0a, 1, 0x61])
    }

    @Test func numbersArePacked() throws {
        var value: Arrays = Arrays()
        value.ints = [1, -1, 64]
        value.floats = [1]
        value.colours = [.green, .red]
        value.dates = [Date(timeIntervalSince1970: 1)]
        // Field 2: zigzag 2, 1, 128; field 6: 1.0 as fixed32; field 10: 10^9 as a varint; field 13: case numbers.
        let bytes: [UInt8] = [
            0x12, 4, 2, 1, 0x80, 0x01, 0x32, 4, 0, 0, 0x80, 0x3f, 0x52, 5, 0x80, 0x94, 0xeb, 0xdc, 0x03, 0x6a, 2, 2, 1,
        ]
        #expect(value.encoded() == bytes)
        #expect(try decode(Arrays.self, bytes) == value)
    }

    @Test func unpackedNumbersAreTakenToo() throws {
        let mixed: [UInt8] = [0x10, 2, 0x12, 2, 1, 4, 0x10, 6, 0x35, 0, 0, 0x80, 0x3f, 0x68, 3, 0x08, 1]
        let value: Arrays = try decode(Arrays.self, mixed)
        #expect(value.ints == [1, -1, 2, 3])
        #expect(value.floats == [1])
        #expect(value.colours == [.blue])
        #expect(value.flags == [true])
    }

    @Test func boxesAreMessagesWithTheValueAsFieldOne() throws {
        var value: Arrays = Arrays()
        value.rows = [[1], []]
        value.gaps = [nil, 0]
        let bytes: [UInt8] = [
            0x8a, 0x01, 3, 0x0a, 1, 2, 0x8a, 0x01, 0,  // field 17: a box with a packed array, an empty box
            0x9a, 0x01, 0, 0x9a, 0x01, 2, 0x08, 0,  // field 19: an empty box, a box with 0
        ]
        #expect(value.encoded() == bytes)
        #expect(try decode(Arrays.self, bytes) == value)
    }

    @Test func dictionariesAreEntriesInTheOrderOfTheirKeys() throws {
        var value: Dictionaries = Dictionaries()
        value.names = [2: "b", -1: "a"]
        let bytes: [UInt8] = [0x12, 5, 0x08, 1, 0x12, 1, 0x61, 0x12, 5, 0x08, 4, 0x12, 1, 0x62]
        #expect(value.encoded() == bytes)
        #expect(try decode(Dictionaries.self, bytes) == value)
    }

    @Test("an entry without key or value is zero or empty, as for protobuf's own readers")
    func shortEntries() throws {
        #expect(try decode(Dictionaries.self, [0x0a, 0]).flags == ["": false])
        #expect(try decode(Dictionaries.self, [0x12, 2, 0x08, 2]).names == [1: ""])
        #expect(try decode(Dictionaries.self, [0x4a, 0]).rows == ["": []])
        #expect(try decode(Dictionaries.self, [0x52, 0]).gaps == [0: nil as String?])
        #expect(throws: WireError.missingField(1)) { try decode(Dictionaries.self, [0x42, 0]) }
        #expect(throws: WireError.missingField(2)) { try decode(Dictionaries.self, [0x32, 0]) }
    }

    @Test("of two the last counts")
    func duplicates() throws {
        #expect(try decode(Dictionaries.self, [0x0a, 2, 0x10, 1, 0x0a, 2, 0x10, 0]).flags == ["": false])
        #expect(try decode(Tree.self, [0x0a, 1, 0x61, 0x0a, 1, 0x62]).name == "b")
        #expect(try decode(Optionals.self, [0x10, 2, 0x10, 4]).int == 2)
        // circle(0), then point.
        let shapes: [UInt8] = [0x12, 9, 0x09, 0, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0]
        #expect(try decode(Shape.self, shapes) == .point)
    }

    @Test func casesAreFieldsWithTheirValuesAsAMessage() throws {
        #expect(Shape.point.encoded() == [0x0a, 0])
        #expect(Shape.box(width: 1, height: nil).encoded() == [0x1a, 2, 0x08, 2])
        #expect(Shape.line([0.5], name: "x").encoded() == [0x22, 13, 0x0a, 8, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f, 0x12, 1, 0x78])
        #expect(Shape.inside(.point).encoded() == [0x2a, 4, 0x0a, 2, 0x0a, 0])
        #expect(throws: WireError.missingField(0)) { try decode(Shape.self, []) }
        #expect(throws: WireError.missingField(1)) { try decode(Shape.self, [0x1a, 0]) }
        #expect(throws: WireError.unexpectedWireType(field: 1)) { try decode(Shape.self, [0x08, 0]) }
    }

    @Test func requiredFieldsAreWrittenAlsoWhenZero() throws {
        #expect(Tree(name: "").encoded() == [0x0a, 0])
        #expect(throws: WireError.missingField(1)) { try decode(Tree.self, []) }
    }

    @Test func numbersThatDoNotFitAreErrors() {
        var writer: WireWriter = WireWriter()
        writer.writeSigned([128], field: 3)
        #expect(throws: WireError.outOfRange(field: 3)) { try decode(Arrays.self, writer.bytes) }
        #expect(throws: WireError.outOfRange(field: 3)) {
            try decode(Optionals.self, [0x18, 0x80, 0x80, 0x80, 0x80, 0x10])
        }
        #expect(throws: WireError.invalidLength(field: 10)) { try decode(Optionals.self, [0x52, 1, 0]) }
    }

    @Test("many empty values in few bytes are refused before they take the memory")
    func memoryIsBounded() {
        // As an array of optional DTOs: 2 bytes on the wire, hundreds in memory, each.
        let stride: Int = MemoryLayout<Everything?>.stride
        let fitting: Int = WireReader.maximumDecodedBytes / stride
        var bytes: [UInt8] = []
        for _: Int in 0..<fitting + 1 { bytes += [0x0a, 0] }
        var reader: WireReader = WireReader(bytes.span)
        var count: Int = 0
        var failure: WireError?
        do {
            while let key: WireKey = try reader.nextKey() {
                _ = try reader.readBox(key, of: Everything?.self)
                count += 1
            }
        } catch {
            failure = error
        }
        #expect(failure == .tooLarge(limit: WireReader.maximumDecodedBytes))
        #expect(count == fitting)
    }
}
