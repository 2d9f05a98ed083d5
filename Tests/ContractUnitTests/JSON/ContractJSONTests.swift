import ColonnadeContract
import Testing

@Suite("JSON by contract")
struct ContractJSONTests {
    private let contract: ContractDescriptor = SampleContract.contract

    private func wire(_ text: String, _ type: String) throws -> [UInt8] {
        try ContractJSON.encode(JSONValue(parsing: text), type: type, in: contract)
    }

    private func errors(_ text: String, _ type: String) throws -> [String] {
        ContractJSON.check(try JSONValue(parsing: text), type: type, in: contract).map(\.description)
    }

    @Test("every value comes back as it was", arguments: 0..<200 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random: RandomJSON = RandomJSON(seed: seed)
        let json: JSONValue = random.everything()
        let bytes: [UInt8] = try ContractJSON.encode(json, type: "Everything", in: contract)
        let back: JSONValue = try ContractJSON.decode(bytes, type: "Everything", in: contract)
        #expect(back == json, "seed \(seed)")
    }

    @Test("damaged bytes end in a value or an error", arguments: 0..<300 as Range<UInt64>)
    func hostileBytes(seed: UInt64) throws {
        var random: RandomJSON = RandomJSON(seed: seed)
        var bytes: [UInt8] = try ContractJSON.encode(random.everything(), type: "Everything", in: contract)
        for _: Int in 0..<Int.random(in: 1...8, using: &random.generator) where !bytes.isEmpty {
            let index: Int = .random(in: bytes.indices, using: &random.generator)
            switch Int.random(in: 0...2, using: &random.generator) {
            case 0: bytes[index] = .random(in: 0...255, using: &random.generator)
            case 1: bytes.removeSubrange(index...)
            default: bytes.insert(.random(in: 0...255, using: &random.generator), at: index)
            }
        }
        if let json: JSONValue = try? ContractJSON.decode(bytes, type: "Everything", in: contract) {
            // What was read is a value of the type, and can be written again.
            #expect(ContractJSON.check(json, type: "Everything", in: contract) == [], "seed \(seed)")
        }
    }

    @Test("bytes of messages that refer to themselves are bounded in depth")
    func deepBytes() {
        var bytes: [UInt8] = []
        for _: Int in 0..<200 {
            var writer: WireWriter = WireWriter()
            writer.writeString("x", field: 1)
            writer.writeBytes(bytes, field: 3)
            bytes = writer.bytes
        }
        #expect(throws: JSONMappingError.self) { try ContractJSON.decode(bytes, type: "Place", in: contract) }
    }

    @Test("the bytes are the wire format's")
    func vectors() throws {
        #expect(try wire("\"hi\"", "String") == [0x0a, 2, 0x68, 0x69])
        #expect(try wire("null", "Void") == [])
        #expect(try wire("-1", "Int") == [0x08, 1])
        #expect(try wire("[1, 2]", "[UInt16]") == [0x0a, 2, 1, 2])
        #expect(try wire("[]", "[Place]") == [])
        #expect(try wire("[[\"a\"], []]", "[[String]]") == [0x0a, 3, 0x0a, 1, 0x61, 0x0a, 0])
        #expect(try wire("\"hospital\"", "Kind") == [0x08, 4])
        #expect(try wire("\"point\"", "Shape") == [0x0a, 0])
        #expect(try wire("{\"box\": {\"width\": 1}}", "Shape") == [0x1a, 2, 0x08, 2])
        #expect(try wire("{\"b\": 1, \"a\": 2}", "[String: UInt]") == [0x0a, 5, 0x0a, 1, 0x61, 0x10, 2, 0x0a, 5, 0x0a, 1, 0x62, 0x10, 1])
        #expect(try wire("\"1970-01-01T00:00:00.000000001Z\"", "Date") == [0x08, 1])
        #expect(try wire("{\"name\": \"\"}", "Place") == [0x0a, 0])
    }

    @Test(
        "an error names the place and what was expected",
        arguments: [
            ("{\"name\": 3}", "Place", "name: expected a string, found a whole number"),
            ("{}", "Place", "name: missing; Place requires it (String)"),
            ("{\"name\": \"a\", \"in\": 1}", "Place", "in: Place has no field of this name; it has name, within"),
            ("{\"name\": \"a\", \"within\": [{\"name\": null}]}", "Place", "within[0].name: expected a string, found null"),
            ("300", "Int8", "expected a whole number from -128 to 127, found 300"),
            ("-1", "UInt", "expected a whole number from 0 to 18446744073709551615, found -1"),
            ("\"pub\"", "Kind", "expected one of \"clinic\", \"hospital\", found \"pub\""),
            ("\"box\"", "Shape", "box has values: expected {\"box\": {\"width\": Int, \"height\": Int?}}"),
            ("{\"line\": [1]}", "Shape", "line: expected an array of 2 values, found an array"),
            ("\"yesterday\"", "Date", "expected a date as RFC 3339 (\"2026-01-02T03:04:05Z\"), found \"yesterday\""),
            ("\"2026-02-29T00:00:00Z\"", "Date", "expected a date as RFC 3339 (\"2026-01-02T03:04:05Z\"), found \"2026-02-29T00:00:00Z\""),
            ("\"5 parsecs\"", "Duration", "expected a duration (\"1.5s\", \"250ms\", or a number of seconds), found \"5 parsecs\""),
            ("\"!\"", "[UInt8]", "expected bytes as base64 or \"@path\"; this is not base64"),
            ("1", "Nowhere", "the contract Sample does not describe the type Nowhere"),
            ("1", "[Int", "the contract names a type that is none: [Int"),
        ])
    func errorTexts(json: String, type: String, message: String) throws {
        #expect(try errors(json, type) == [message])
    }

    @Test("all errors are found, not only the first")
    func allErrors() throws {
        #expect(try errors("{\"name\": 1, \"within\": 2, \"x\": 3}", "Place").count == 3)
    }

    @Test("bytes may come from a file, where the caller allows it")
    func files() throws {
        let json: JSONValue = .string("@a.bin")
        let bytes: [UInt8] = try ContractJSON.encode(json, type: "[UInt8]", in: contract) { $0 == "a.bin" ? [7] : [] }
        #expect(bytes == [0x0a, 1, 7])
        #expect(throws: JSONMappingError.self) { try ContractJSON.encode(json, type: "[UInt8]", in: contract) }
    }

    @Test("a refusal of a newer provider is shown, not dropped")
    func unknownRefusal() throws {
        #expect(try ContractJSON.decodeRefusal([0x12, 2, 0x08, 10], in: contract).text == #"{"tooLong":{"limit":5}}"#)
        #expect(try ContractJSON.decodeRefusal([0x4a, 1, 1], in: contract).text == #"{"unknown":{"bytes":"AQ==","number":9}}"#)
        #expect(throws: JSONMappingError.self) { try ContractJSON.decode([0x4a, 1, 1], type: "SampleRefusal", in: contract) }
    }

    @Test("packed and single values read alike")
    func packedOrNot() throws {
        let packed: JSONValue = try ContractJSON.decode([0x0a, 2, 2, 4], type: "[Int]", in: contract)
        #expect(try ContractJSON.decode([0x08, 2, 0x08, 4], type: "[Int]", in: contract) == packed)
        #expect(packed == .array([.integer(1), .integer(2)]))
    }

    @Test("dates with an offset, and durations in every unit")
    func times() throws {
        let date: [UInt8] = try wire("\"2026-01-02T04:04:05+01:00\"", "Date")
        #expect(try ContractJSON.decode(date, type: "Date", in: contract) == .string("2026-01-02T03:04:05Z"))
        #expect(DurationText.parse("1.5s") == .milliseconds(1_500))
        #expect(DurationText.parse("2m") == .seconds(120))
        #expect(DurationText.parse("0.5h") == .seconds(1_800))
        #expect(DurationText.parse("1.s") == nil && DurationText.parse("s") == nil && DurationText.parse("3") == nil)
        #expect(DurationText.parse("99999999999999999d") == nil)
        #expect(DurationText.format(.milliseconds(250)) == "250ms")
    }

    @Test("types are read as Swift writes them", arguments: SampleContract.everyType)
    func typeExpressions(text: String) {
        #expect(TypeExpression(parsing: text)?.description == text)
    }

    @Test(
        "what is no type is none",
        arguments: ["", "[", "[]", "[Int", "Int]", "[Bool: Int]", "?", "(", String(repeating: "[", count: 9_999)])
    func noTypes(text: String) {
        #expect(TypeExpression(parsing: text) == nil)
    }

    @Test("text that is no JSON is told, however deep", arguments: ["", "{", "[1 2]", "nul", String(repeating: "[", count: 100_000)])
    func noJSON(text: String) {
        #expect(throws: JSONMappingError.self) { try JSONValue(parsing: text) }
    }

    @Test("JSON text keeps whole numbers whole")
    func numbers() throws {
        #expect(try JSONValue(parsing: "9223372036854775807") == .integer(.max))
        #expect(try JSONValue(parsing: "18446744073709551615") == .unsigned(.max))
        #expect(try JSONValue(parsing: "{\"a\": [1.5, true, null]}").text == "{\"a\":[1.5,true,null]}")
    }
}
