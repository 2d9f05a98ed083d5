import ColonnadeContract
import ColonnadeWorld
import KitchenSinkIO
import Testing

@Suite("Generated codecs, on random values")
struct GeneratedCodecTests {
    @Test("every field type comes back as it went", arguments: 0..<60 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var sinks: RandomSinks = RandomSinks(seed: seed)
        let value: Everything = sinks.everything()
        let bytes: [UInt8] = value.encoded()
        let back: Everything = try decode(Everything.self, bytes)
        #expect(back == value, "seed \(seed)")
        #expect(back.encoded() == bytes, "seed \(seed): the same value gives the same bytes")
    }

    @Test("a message that is cut anywhere is an error")
    func truncated() {
        let seed: UInt64 = .random(in: .min ... .max)
        var sinks: RandomSinks = RandomSinks(seed: seed)
        let bytes: [UInt8] = sinks.everything().encoded()
        for count: Int in bytes.indices where (try? decode(Everything.self, Array(bytes.prefix(count)))) != nil {
            Issue.record("seed \(seed): \(count) of \(bytes.count) bytes were taken for the whole")
        }
    }

    @Test("unknown fields are skipped wherever they stand", arguments: 0..<10 as Range<UInt64>)
    func unknownFields(seed: UInt64) throws {
        var sinks: RandomSinks = RandomSinks(seed: seed)
        let value: Everything = sinks.everything()
        var unknown: WireWriter = WireWriter()
        unknown.writeUnsigned(7, field: 1_000)
        unknown.writeDouble(1, field: 1_001)
        unknown.writeFloat(1, field: 1_002)
        unknown.writeString("later", field: 536_870_911)
        let bytes: [UInt8] = unknown.bytes + value.encoded() + unknown.bytes
        #expect(try decode(Everything.self, bytes) == value, "seed \(seed)")
    }

    @Test("bytes that were changed give an error or a value, never a trap", arguments: 0..<10 as Range<UInt64>)
    func mutated(seed: UInt64) throws {
        var sinks: RandomSinks = RandomSinks(seed: seed)
        var generator: SeededGenerator = SeededGenerator(seed: seed &+ 1_000)
        let bytes: [UInt8] = sinks.everything().encoded()
        for _: Int in 0..<100 {
            var changed: [UInt8] = bytes
            for _: Int in 0...Int.random(in: 0..<3, using: &generator) {
                changed[.random(in: changed.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            guard let value: Everything = try? decode(Everything.self, changed) else { continue }
            // Not a number is no equal of itself, so bytes are compared.
            let again: Everything = try decode(Everything.self, value.encoded())
            #expect(again.encoded() == value.encoded(), "seed \(seed), \(changed)")
        }
    }

    @Test("JSON by the contract says the same as the codec", arguments: 0..<20 as Range<UInt64>)
    func agreesWithJSON(seed: UInt64) throws {
        var sinks: RandomSinks = RandomSinks(seed: seed)
        let contract: ContractDescriptor = KitchenSinkContract.descriptor
        let arrays: [UInt8] = sinks.arrays().encoded()
        let json: JSONValue = try ContractJSON.decode(arrays, type: "Arrays", in: contract)
        let mapped: [UInt8] = try ContractJSON.encode(json, type: "Arrays", in: contract)
        #expect(try decode(Arrays.self, mapped) == decode(Arrays.self, arrays), "seed \(seed)")
        let tables: [UInt8] = sinks.dictionaries().encoded()
        let tablesJSON: JSONValue = try ContractJSON.decode(tables, type: "Dictionaries", in: contract)
        let mappedTables: [UInt8] = try ContractJSON.encode(tablesJSON, type: "Dictionaries", in: contract)
        #expect(try decode(Dictionaries.self, mappedTables) == decode(Dictionaries.self, tables), "seed \(seed)")
    }
}
