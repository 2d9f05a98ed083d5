import ColonnadeWire
import Testing
import WireFuzz

@Suite struct ReaderTests {
    private func read<Value>(_ text: String, _ body: (inout WireReader) throws(WireError) -> Value) throws(WireError) -> Value {
        let bytes: [UInt8] = hex(text)
        var reader: WireReader = WireReader(bytes.span)
        return try body(&reader)
    }

    private func readField<Value>(
        _ text: String, _ body: (inout WireReader, WireKey) throws(WireError) -> Value
    ) throws(WireError) -> Value {
        try read(text) { (reader: inout WireReader) throws(WireError) -> Value in
            guard let key: WireKey = try reader.nextKey() else { throw .truncated }
            let value: Value = try body(&reader, key)
            let isAtEnd: Bool = reader.isAtEnd
            #expect(isAtEnd)
            return value
        }
    }

    @Test(
        arguments: [
            ("00", 0), ("7f", 127), ("8001", 128), ("9601", 150), ("ffffffffffffffffff01", UInt64.max),
            ("8000", 0), ("80808080808080808000", 0), ("ff80808080808080 8000", 127),
        ] as [(String, UInt64)])
    func varints(text: String, expected: UInt64) throws {
        #expect(try read(text) { (reader) throws(WireError) in try reader.varint() } == expected)
    }

    @Test(arguments: ["ffffffffffffffffff02", "80808080808080808080", "80808080808080808002", "ffffffffffffffffffff01"])
    func varintsThatDoNotFit(text: String) {
        #expect(throws: WireError.invalidVarint) { try read(text) { (reader) throws(WireError) in try reader.varint() } }
    }

    @Test(arguments: ["", "80", "ffffffffffffffffff"])
    func varintsThatEnd(text: String) {
        #expect(throws: WireError.truncated) { try read(text) { (reader) throws(WireError) in try reader.varint() } }
    }

    @Test func keys() throws {
        let key: WireKey? = try read("f8ffffff0f") { (reader) throws(WireError) in try reader.nextKey() }
        #expect(key == WireKey(field: (1 << 29) - 1, type: .varint))
        #expect(try read("") { (reader) throws(WireError) in try reader.nextKey() } == nil)
        #expect(throws: WireError.invalidFieldNumber) { try read("00") { (reader) throws(WireError) in try reader.nextKey() } }
        #expect(throws: WireError.invalidFieldNumber) { try read("8080808010") { (reader) throws(WireError) in try reader.nextKey() } }
        #expect(throws: WireError.invalidFieldNumber) {
            try read("ffffffffffffffffff01") { (reader) throws(WireError) in try reader.nextKey() }
        }
        for (text, type): (String, UInt8) in [("0b", 3), ("0c", 4), ("0e", 6), ("0f", 7)] {
            #expect(throws: WireError.invalidWireType(type)) { try read(text) { (reader) throws(WireError) in try reader.nextKey() } }
        }
    }

    @Test func fieldsOfEveryKind() throws {
        #expect(try readField("0802") { (reader, key) throws(WireError) in try reader.readBool(key) })
        #expect(try readField("1003") { (reader, key) throws(WireError) -> Int64 in try reader.readSigned(key) } == -2)
        #expect(try readField("089601") { (reader, key) throws(WireError) -> UInt16 in try reader.readUnsigned(key) } == 150)
        #expect(try readField("28ffffffffffffffffff01") { (reader, key) throws(WireError) in try reader.readPlain(key) } == -1)
        #expect(try readField("350000803f") { (reader, key) throws(WireError) in try reader.readFloat(key) } == 1)
        #expect(try readField("3900000000000000c0") { (reader, key) throws(WireError) in try reader.readDouble(key) } == -2)
        #expect(try readField("120774657374696e67") { (reader, key) throws(WireError) in try reader.readString(key) } == "testing")
        #expect(try readField("4a0200ff") { (reader, key) throws(WireError) in try reader.readBytes(key) } == [0, 255])
        #expect(try readField("4a00") { (reader, key) throws(WireError) in try reader.readBytes(key) } == [])
    }

    @Test func numbersThatDoNotFitTheirType() throws {
        #expect(try readField("08ff01") { (reader, key) throws(WireError) -> Int8 in try reader.readSigned(key) } == -128)
        #expect(throws: WireError.outOfRange(field: 1)) {
            try readField("088002") { (reader, key) throws(WireError) -> Int8 in try reader.readSigned(key) }
        }
        #expect(throws: WireError.outOfRange(field: 1)) {
            try readField("088002") { (reader, key) throws(WireError) -> UInt8 in try reader.readUnsigned(key) }
        }
    }

    @Test func anotherWireTypeThanTheContractSays() {
        #expect(throws: WireError.unexpectedWireType(field: 1)) {
            try readField("0801") { (reader, key) throws(WireError) in try reader.readString(key) }
        }
        #expect(throws: WireError.unexpectedWireType(field: 1)) {
            try readField("0a00") { (reader, key) throws(WireError) in try reader.readBool(key) }
        }
        #expect(throws: WireError.unexpectedWireType(field: 1)) {
            try readField("0d00000000") { (reader, key) throws(WireError) in try reader.readDouble(key) }
        }
    }

    /// Overlong forms, halves of pairs, and what lies above Unicode.
    @Test(arguments: ["0a01ff", "0a02c080", "0a03eda080", "0a04f4908080", "0a01c3", "0a03e28220", "0a0180"])
    func stringsThatAreNotUTF8(text: String) {
        #expect(throws: WireError.invalidUTF8) {
            try readField(text) { (reader, key) throws(WireError) in try reader.readString(key) }
        }
    }

    /// A length may say anything up to 2^64 - 1.
    @Test(arguments: ["0a05 41414141", "0a01", "0affffffffffffffffff01", "0a80808080808080808001", "0affffffff0f", "0affffffffffffffff7f"])
    func lengthsThatLie(text: String) {
        for index: Int in 0..<4 {
            #expect(throws: WireError.truncated) {
                try readField(text) { (reader, key) throws(WireError) in
                    switch index {
                    case 0: _ = try reader.readString(key)
                    case 1: _ = try reader.readBytes(key)
                    case 2: _ = try reader.readNested(key).isAtEnd
                    default: try reader.skip(key)
                    }
                }
            }
        }
    }

    @Test func packedAndOneByOne() throws {
        #expect(try Sample(decoding: hex("5a03010203").span).numbers == [-1, 1, -2])
        #expect(try Sample(decoding: hex("580158025803").span).numbers == [-1, 1, -2])
        #expect(try Sample(decoding: hex("5801 5a020203").span).numbers == [-1, 1, -2])
        #expect(try Sample(decoding: hex("5a00").span).numbers == [])
        #expect(throws: WireError.truncated) { try Sample(decoding: hex("5a0180").span) }
        #expect(throws: WireError.unexpectedWireType(field: 11)) { try Sample(decoding: hex("5d00000000").span) }
    }

    @Test func unknownFieldsAreSkipped() throws {
        let known: [UInt8] = hex("1003")
        let unknown: [UInt8] = hex("a006 9601  a106 0000000000000000  a206 03 616263  a506 00000000")
        #expect(try Sample(decoding: (unknown + known + unknown).span) == (try Sample(decoding: known.span)))
        for cut: Int in 1..<unknown.count where ![4, 14, 20].contains(cut) {
            let beginning: [UInt8] = [UInt8](unknown[..<cut])
            #expect(throws: WireError.truncated) { try Sample(decoding: beginning.span) }
        }
    }

    @Test func lastOfARepeatedScalarWins() throws {
        #expect(try Sample(decoding: hex("0801 0800 1002 1004").span).signed == 2)
    }
}
