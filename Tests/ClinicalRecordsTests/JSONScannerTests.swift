import ClinicalRecordsDomain
import Colonnade
import Foundation
import Testing

@testable import ClinicalRecordsData

@Suite("JSON scanner")
struct JSONScannerTests {
    private static let valid: [String] = [
        "0", "-0", "12", "1.5", "-1.25e10", "1E+2", "2e-3", "true", "false", "null", "\"\"", "\"a\\n\\u0041\\\\\"", "[]", "{}",
        " [ 1 , [ ] , { } , \"x\" ] \n", "{\"a\":{\"b\":[1,2,{\"c\":null}]}}",
        "\"é€😀\"", "\"\\ud83d\\ude00\"", "[1,2]", "\t\r\n {\"\":0}",
    ]

    /// A text, and the offset of the byte that is wrong.
    private static let invalid: [(text: String, offset: Int)] = [
        ("01", 1), ("1.", 2), ("1.x", 2), ("-", 1), ("-x", 1), ("1e", 2), ("1e+", 3), (".5", 0), ("+1", 0), ("tru", 3), ("trux", 3),
        ("nul ", 3), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("{\"a\" 1}", 5), ("{\"a\":1,}", 7), ("{a:1}", 1), ("{1:1}", 1),
        ("{\"a\":}", 5),
        ("[}", 1), ("{]", 1), ("[1}", 2), ("\"\\x\"", 2), ("\"\\u12G4\"", 5), ("\"\\ud800\"", 7), ("\"\\udc00\"", 6), ("\"\\ud800a\"", 7),
        ("\"\\ud800\\n\"", 8), ("\"a\nb\"", 2), ("1 2", 2), ("{}{}", 2), ("[]]", 2), ("'a'", 0), ("NaN", 0), ("", 0), ("  ", 2),
        ("\"abc", 4),
        ("[", 1), ("{\"a\"", 4), ("\u{FEFF}{}", 0), ("// x\n1", 0),
    ]

    @Test("accepts what RFC 8259 accepts", arguments: valid)
    func accepts(text: String) throws {
        #expect(try scan(Array(text.utf8), byteByByte: false) == nil)
        #expect(try scan(Array(text.utf8), byteByByte: true) == nil)
    }

    @Test("refuses the rest, at the byte that is wrong", arguments: invalid)
    func refuses(text: String, offset: Int) throws {
        for byteByByte: Bool in [false, true] {
            let position: TextPosition? = try scan(Array(text.utf8), byteByByte: byteByByte)
            #expect(position?.offset == offset)
        }
    }

    @Test("takes 30 combining marks in a row, and no more", arguments: ["\u{301}", "\u{1D165}", "\\u0301", "\\ud834\\udd65"])
    func refusesMarks(mark: String) throws {
        for letter: String in ["e", "é", "\\n", "\\u0065", "😀"] {
            let allowed: String = letter + String(repeating: mark, count: 30)
            let (text, longer): (String, String) = ("\"\(allowed)\(allowed)\"", "\"\(allowed)\(mark)\"")
            for byteByByte: Bool in [false, true] {
                #expect(try scan(Array(text.utf8), byteByByte: byteByByte) == nil)
                #expect(try scan(Array(longer.utf8), byteByByte: byteByByte)?.offset == longer.utf8.count - 2)
            }
        }
    }

    @Test(
        "refuses malformed UTF-8",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x82],
        ] as [[UInt8]])
    func refusesMalformed(bytes: [UInt8]) throws {
        #expect(try scan([0x22] + bytes + [0x22], byteByByte: false) != nil)
    }

    @Test("counts lines and characters")
    func position() throws {
        let text: String = "{\n  \"é😀\": tru }"
        let position: TextPosition? = try scan(Array(text.utf8), byteByByte: false)
        #expect(position == TextPosition(line: 2, column: 12, offset: 17))
    }

    @Test("what it accepts, Foundation accepts", arguments: 0..<40 as Range<UInt64>)
    func agreesWithFoundation(seed: UInt64) throws {
        var numbers: SeededGenerator = SeededGenerator(seed: seed)
        let original: [UInt8] = Array("{\"a\":[1.5e3,true,null,\"x\\u00e9\\n\"],\"é\":{\"b\":[[],{}]},\"c\":-0.1}".utf8)
        let alphabet: [UInt8] = Array("{}[]\",:\\u0123eE+-.tfn \n".utf8) + [0xC3, 0xA9, 0x00]
        for _: Int in 0..<200 {
            var bytes: [UInt8] = original
            for _: Int in 0..<Int.random(in: 1...3, using: &numbers) {
                let index: Int = Int.random(in: 0..<bytes.count, using: &numbers)
                let byte: UInt8 = alphabet.randomElement(using: &numbers) ?? 0
                if Bool.random(using: &numbers) { bytes[index] = byte } else { bytes.insert(byte, at: index) }
            }
            guard try scan(bytes, byteByByte: false) == nil else { continue }
            let value: Any? = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(value != nil, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    /// Where a text is wrong or ends too early; nil where it is right.
    private func scan(_ bytes: [UInt8], byteByByte: Bool) throws -> TextPosition? {
        var scanner: JSONScanner = JSONScanner()
        var index: Int = 0
        do {
            while index < bytes.count {
                let plain: Int = byteByByte ? 0 : scanner.takePlainText(of: bytes, from: index)
                if plain == 0 { _ = try scanner.take(bytes[index]) }
                index += max(plain, 1)
            }
        } catch .notJSON(let position, _) {
            return position
        }
        return scanner.isComplete ? nil : scanner.cursor.position
    }
}
