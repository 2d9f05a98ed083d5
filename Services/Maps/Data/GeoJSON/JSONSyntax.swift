import ColonnadePrelude

/// Finds the first place where a document stops being JSON (RFC 8259).
struct JSONSyntax {
    private struct Mistake: Error {
        let reason: String
    }

    private let bytes: [UInt8]
    private var offset: Int = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Line and column, both from 1, and what is wrong there; nil where the document is JSON.
    static func firstError(in document: [UInt8]) -> GeoJSONError? {
        var syntax: JSONSyntax = JSONSyntax(document)
        do {
            try syntax.document()
            return nil
        } catch {
            return GeoJSONError(at: syntax.position, reason: error.reason)
        }
    }

    private var position: String {
        let before: ArraySlice<UInt8> = bytes[..<min(offset, bytes.count)]
        let line: Int = before.reduce(into: 1) { line, byte in if byte == UInt8(ascii: "\n") { line += 1 } }
        let start: Int = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return "line \(line), column \(before.count - start + 1)"
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Containers are kept on a list of their own, so that depth costs no stack.
    private mutating func document() throws(Mistake) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        var open: [UInt8] = []
        repeat {
            skipSpace()
            if try beginsContainer(&open) { continue }
            try endValues(&open)
        } while !open.isEmpty
        skipSpace()
        if next != nil { throw Mistake(reason: "something follows the end of the document") }
    }

    /// Reads a value, or the beginning of one that holds others.
    /// - Returns: whether a first member or element has to follow.
    private mutating func beginsContainer(_ open: inout [UInt8]) throws(Mistake) -> Bool {
        guard let first: UInt8 = next else { throw Mistake(reason: "the document ends where a value is expected") }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            try scalar(first)
            return false
        }
        offset += 1
        skipSpace()
        let closing: UInt8 = first == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
        if next == closing {
            offset += 1
            return false
        }
        open.append(closing)
        if closing == UInt8(ascii: "}") { try key() }
        return true
    }

    /// After a value: closes what ends here, and goes on to the next value of what does not.
    private mutating func endValues(_ open: inout [UInt8]) throws(Mistake) {
        while let closing: UInt8 = open.last {
            skipSpace()
            guard let byte: UInt8 = next else { throw Mistake(reason: "the document ends before \(Self.show(closing))") }
            if byte == UInt8(ascii: ",") {
                offset += 1
                skipSpace()
                if closing == UInt8(ascii: "}") { try key() }
                return
            }
            guard byte == closing else { throw Mistake(reason: "found \(Self.show(byte)) where , or \(Self.show(closing)) is expected") }
            offset += 1
            open.removeLast()
        }
    }

    private mutating func key() throws(Mistake) {
        guard next == UInt8(ascii: "\"") else { throw Mistake(reason: "a member's name in quotes is expected") }
        try string()
        skipSpace()
        guard next == UInt8(ascii: ":") else { throw Mistake(reason: "a colon is expected after a member's name") }
        offset += 1
    }

    private mutating func scalar(_ first: UInt8) throws(Mistake) {
        switch first {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        default: throw Mistake(reason: "found \(Self.show(first)) where a value is expected")
        }
    }

    private mutating func word(_ word: StaticString) throws(Mistake) {
        let text: String = word.description
        guard bytes[offset...].starts(with: text.utf8) else { throw Mistake(reason: "\(text) is expected") }
        offset += text.utf8.count
    }

    private mutating func string() throws(Mistake) {
        let start: Int = offset
        offset += 1
        while let byte: UInt8 = next {
            switch byte {
            case UInt8(ascii: "\""):
                guard let text: String = String(validating: bytes[start...offset], as: UTF8.self) else {
                    offset = start
                    throw Mistake(reason: "the text is no valid UTF-8")
                }
                guard !Self.hasLongRun(text) else {
                    offset = start
                    throw Mistake(reason: "the text has more than \(MarkRun.longest) combining marks in a row")
                }
                offset += 1
                return
            case UInt8(ascii: "\\"): try escape()
            case 0..<0x20: throw Mistake(reason: "a control character in a text has to be escaped")
            default: offset += 1
            }
        }
        throw Mistake(reason: "the document ends in the middle of a text")
    }

    /// Whether a text, whose escapes are right, is one that takes long to compare.
    private static func hasLongRun(_ text: String) -> Bool {
        var marks: MarkRun = MarkRun()
        var rest: Substring.UnicodeScalarView = text.unicodeScalars[...]
        while let scalar: Unicode.Scalar = rest.popFirst() {
            if scalar == "\\", rest.popFirst() == "u", let unit: UInt16 = UInt16(String(rest.prefix(4)), radix: 16) {
                rest.removeFirst(4)
                if marks.isFull(before: unit) { return true }
            } else if marks.isFull(before: scalar) {
                return true
            }
        }
        return false
    }

    private mutating func escape() throws(Mistake) {
        offset += 1
        guard let byte: UInt8 = next, "\"\\/bfnrtu".utf8.contains(byte) else { throw Mistake(reason: "no such escape") }
        offset += 1
        guard byte == UInt8(ascii: "u") else { return }
        for _: Int in 0..<4 {
            guard let digit: UInt8 = next, Character(UnicodeScalar(digit)).isHexDigit else {
                throw Mistake(reason: "four hexadecimal digits are expected")
            }
            offset += 1
        }
    }

    private mutating func number() throws(Mistake) {
        if next == UInt8(ascii: "-") { offset += 1 }
        if next == UInt8(ascii: "0") { offset += 1 } else { try digits() }
        if next == UInt8(ascii: ".") {
            offset += 1
            try digits()
        }
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return }
        offset += 1
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
        try digits()
    }

    private mutating func digits() throws(Mistake) {
        let start: Int = offset
        while let byte: UInt8 = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        if offset == start { throw Mistake(reason: "a digit is expected") }
    }

    private mutating func skipSpace() {
        while let byte: UInt8 = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
    }

    private static func show(_ byte: UInt8) -> String {
        (0x21..<0x7F).contains(byte) ? String(UnicodeScalar(byte)) : "byte \(byte)"
    }
}
