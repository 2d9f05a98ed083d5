import ColonnadeWorld
import Testing

@testable import OctopusHTTP

@Suite("Forms with files", .timeLimit(.minutes(2)))
struct MultipartReaderTests {
    private static let type: String = "multipart/form-data; boundary=\"x-1\""

    private static func whole(_ file: [UInt8]) -> [UInt8] {
        Array(
            """
            preamble\r\n--x-1\r\nContent-Disposition: form-data; name="token"\r\n\r\nabc\r\n--x-1\r\n\
            content-disposition: form-data; name="field.file"; filename="a;\\ %22b%22.json"\r\nContent-Type: application/json\r\n\r\n
            """.utf8) + file + Array("\r\n--x-1--\r\nepilogue".utf8)
    }

    private static func read(_ bytes: [UInt8], piece: (Int) -> Int) throws -> [MultipartReader.Event] {
        var reader: MultipartReader = try #require(MultipartReader(contentType: type))
        var (events, begin): ([MultipartReader.Event], Int) = ([], 0)
        while begin < bytes.count {
            let end: Int = min(bytes.count, begin + piece(begin))
            events += try reader.feed(bytes[begin..<end])
            begin = end
        }
        return events
    }

    private static func file(of events: [MultipartReader.Event]) -> [UInt8] {
        events.flatMap { event -> [UInt8] in if case .fileBytes(let bytes) = event { bytes } else { [] } }
    }

    @Test("However the bytes are cut, the same fields and files come of them", arguments: 0..<12 as Range<UInt64>)
    func cuts(_ seed: UInt64) throws {
        var random: SeededGenerator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            // Files that are full of what looks like a boundary.
            let parts: [String] = ["\r", "\n", "\r\n", "--", "-", "x", "x-1", "\r\n--x-", "\r\n--x-2", "a"]
            let file: [UInt8] = (0..<Int.random(in: 0...60, using: &random)).flatMap { _ in Array(parts.randomElement(using: &random)!.utf8)
            }
            guard !String(decoding: [13, 10] + file + [13, 10], as: UTF8.self).contains("\r\n--x-1") else { continue }
            let events: [MultipartReader.Event] = try Self.read(Self.whole(file)) { _ in Int.random(in: 1...9, using: &random) }
            #expect(events.first == .field(name: "token", value: "abc"))
            #expect(events.contains(.fileBegan(name: "field.file", fileName: "a;\\ \"b\".json", mediaType: "application/json")))
            #expect(Self.file(of: events) == file)
            #expect(Array(events.suffix(2)) == [.fileEnded, .ended])
        }
    }

    @Test(
        "What is no such form is none",
        arguments: ["text/plain", "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=x"])
    func otherTypes(_ type: String) {
        #expect(MultipartReader(contentType: type) == nil)
    }

    @Test("A field and the headers of a part have an end")
    func bounds() throws {
        var reader: MultipartReader = try #require(MultipartReader(contentType: Self.type))
        _ = try reader.feed(Array("--x-1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8))
        #expect(throws: MultipartReader.Malformed.self) {
            for _ in 0...MultipartReader.fieldBytes / 1_000 { _ = try reader.feed([UInt8](repeating: 97, count: 1_000)) }
        }
        var other: MultipartReader = try #require(MultipartReader(contentType: Self.type))
        #expect(throws: MultipartReader.Malformed.self) {
            _ = try other.feed(Array("--x-1\r\n".utf8))
            for _ in 0...DoorLimits.multipartHeaderBytes / 1_000 { _ = try other.feed([UInt8](repeating: 97, count: 1_000)) }
        }
    }

    @Test("A part without a name, and a boundary with something behind it, are malformed")
    func malformed() throws {
        for text: String in ["--x-1\r\nContent-Type: a/b\r\n\r\n", "--x-1!!", "--x-1\r\nnonsense\r\n\r\n"] {
            var reader: MultipartReader = try #require(MultipartReader(contentType: Self.type))
            #expect(throws: MultipartReader.Malformed.self, "\(text)") { _ = try reader.feed(Array(text.utf8)) }
        }
    }
}
