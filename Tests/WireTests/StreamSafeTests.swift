import ColonnadePrelude
import ColonnadeWire
import Testing
import WireFuzz

/// Marks in a row, which Swift sorts whenever it compares a text.
@Suite("Combining marks in a row")
struct StreamSafeTests {
    private static let joiner: String = String(MarkRun.joiner)

    @Test("Thirty marks stay as they are, and a joiner stands before the next", arguments: ["\u{301}", "\u{323}", "\u{1D165}", "\u{FF9E}"])
    func parts(mark: String) {
        let allowed: String = "e" + String(repeating: mark, count: 30)
        #expect(Array(allowed.streamSafe.utf8) == Array(allowed.utf8))
        let expected: String = allowed + Self.joiner + String(repeating: mark, count: 30) + Self.joiner + mark
        #expect(Array((allowed + String(repeating: mark, count: 31)).streamSafe.utf8) == Array(expected.utf8))
    }

    @Test("A mark of two counts twice, though its class says that it is none", arguments: ["\u{344}", "\u{F73}", "\u{F75}", "\u{F81}"])
    func countsTwice(mark: String) {
        #expect(String(repeating: mark, count: 15).streamSafe.unicodeScalars.count == 15)
        #expect(String(repeating: mark, count: 16).streamSafe.unicodeScalars.count == 17)
    }

    @Test("Letters part runs, whatever their writing")
    func lettersPartRuns() {
        for letter: String in ["e\u{301}", "ệ", "क\u{94D}", "각", "ᄀ", "👩‍👩‍👧", "\u{34F}"] {
            let text: String = String(repeating: letter, count: 200)
            #expect(Array(text.streamSafe.utf8) == Array(text.utf8))
        }
    }

    @Test("Units of UTF-16 count as what they stand for", arguments: ["e\u{301}\u{301}", "\u{1D165}", "\u{1F600}", "\u{34F}"])
    func units(text: String) {
        var (byScalar, byUnit): (MarkRun, MarkRun) = (MarkRun(), MarkRun())
        for _: Int in 0..<40 {
            let expected: Bool = text.unicodeScalars.map { byScalar.isFull(before: $0) }.contains(true)
            #expect(text.utf16.map { byUnit.isFull(before: $0) }.contains(true) == expected)
        }
    }

    @Test("What is safe has no longer run, loses nothing but joiners, and stays as it is the next time")
    func isSafe() {
        let scalars: [Unicode.Scalar] = ["e", "\u{301}", "\u{323}", "\u{F73}", "\u{1D165}", "\u{34F}", "ệ"]
        forEachSeed { random in
            let bias: Int = Int.random(in: 1...scalars.count, using: &random)
            var text: String.UnicodeScalarView = String.UnicodeScalarView()
            for _: Int in 0..<Int.random(in: 0...400, using: &random) {
                text.append(scalars[Int.random(in: 0..<40, using: &random) == 0 ? 0 : Int.random(in: 0..<bias, using: &random)])
            }
            let safe: String = String(text).streamSafe
            #expect(Array(safe.streamSafe.utf8) == Array(safe.utf8))
            #expect(safe.unicodeScalars.filter { $0 != MarkRun.joiner }.elementsEqual(text.filter { $0 != MarkRun.joiner }))
            var (run, longest): (Int, Int) = (0, 0)
            for scalar: Unicode.Scalar in safe.unicodeScalars {
                run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
                longest = max(longest, run)
            }
            #expect(longest <= MarkRun.longest)
        }
    }

    @Test("A field of a message is safe, wherever its message is long enough to matter")
    func fields() throws {
        let text: String = "e" + String(repeating: "\u{301}\u{323}", count: 450_000)
        var writer: WireWriter = WireWriter()
        writer.writeString(text, field: 1)
        let bytes: [UInt8] = writer.bytes
        var reader: WireReader = WireReader(bytes.span)
        let key: WireKey = try #require(try reader.nextKey())
        let read: String = try reader.readString(key)
        #expect(read.unicodeScalars.count == 900_001 + 900_000 / 30 - 1)
        // Ten seconds and more where the marks stand in one row.
        #expect(Set([read]).contains(read))
    }

    @Test("A message has so much text beyond ASCII, however it is cut; ASCII does not count")
    func bounds() throws {
        let most: Int = WireReader.maximumTextBytes
        func read(_ texts: [String]) throws -> Int {
            var writer: WireWriter = WireWriter()
            for text: String in texts { writer.writeString(text, field: 1) }
            let bytes: [UInt8] = writer.bytes
            var (reader, count): (WireReader, Int) = (WireReader(bytes.span), 0)
            while let key: WireKey = try reader.nextKey() { count += try reader.readString(key).utf8.count }
            return count
        }
        let ascii: String = String(repeating: "x", count: most)
        for piece: Int in [16, 1 << 10, most] {
            let texts: [String] = [String](repeating: String(repeating: "é", count: piece / 2), count: most / piece)
            #expect(try read(texts + [ascii]) == 2 * most)
            #expect(throws: WireError.tooMuchText(limit: most)) { try read(texts + ["é"]) }
        }
    }
}
