/// Finds the first place where a text is not JSON (RFC 8259), for messages; it makes no values.
struct JSONSyntax {
    private struct Wrong: Error {
        let expected: String
    }

    /// As deep as values may stand in each other; `JSONDecoder` takes no more either.
    private static let deepest: Int = 512

    private let bytes: [UInt8]
    private var position: Int = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// `line 2, column 7: expected a value, found '}'`; nil where the text is JSON. Lines and columns count from 1, columns in
    /// characters of Unicode.
    static func problem(in bytes: [UInt8]) -> String? {
        var syntax: JSONSyntax = JSONSyntax(bytes)
        do throws(Wrong) {
            try syntax.value(depth: 0)
            syntax.skipSpace()
            if syntax.position < bytes.count { throw Wrong(expected: "the end") }
            return nil
        } catch {
            return "\(syntax.place): expected \(error.expected), found \(syntax.found)"
        }
    }

    private var place: String {
        let before: ArraySlice<UInt8> = bytes[..<position]
        let lineStart: Int = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line: Int = before.count { $0 == UInt8(ascii: "\n") } + 1
        // A character's later bytes in UTF-8 begin with the bits 10.
        return "line \(line), column \(before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1)"
    }

    private var found: String {
        guard position < bytes.count else { return "the end" }
        let text: String = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
        return text.unicodeScalars.first.map { $0.value < 0x20 ? "a control character" : "'\($0)'" } ?? "nothing"
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let next, UInt32(next) == character.value else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(Wrong) {
        skipSpace()
        guard depth < Self.deepest else { throw Wrong(expected: "at most \(Self.deepest) values in each other") }
        switch next {
        case UInt8(ascii: "{"): try members(depth: depth)
        case UInt8(ascii: "["): try elements(depth: depth)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        case .some(let byte) where byte == UInt8(ascii: "-") || Self.isDigit(byte): try number()
        default: throw Wrong(expected: "a value")
        }
    }

    private mutating func members(depth: Int) throws(Wrong) {
        _ = take("{")
        skipSpace()
        if take("}") { return }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw Wrong(expected: "a name in double quotes") }
            try string()
            skipSpace()
            guard take(":") else { throw Wrong(expected: "':'") }
            try value(depth: depth + 1)
            skipSpace()
            if take("}") { return }
            guard take(",") else { throw Wrong(expected: "',' or '}'") }
        }
    }

    private mutating func elements(depth: Int) throws(Wrong) {
        _ = take("[")
        skipSpace()
        if take("]") { return }
        while true {
            try value(depth: depth + 1)
            skipSpace()
            if take("]") { return }
            guard take(",") else { throw Wrong(expected: "',' or ']'") }
        }
    }

    private mutating func string() throws(Wrong) {
        _ = take("\"")
        while !take("\"") {
            guard let next else { throw Wrong(expected: "'\"' at the end of the string") }
            guard next >= 0x20 else { throw Wrong(expected: "an escape such as \\n") }
            position += 1
            if next == UInt8(ascii: "\\") { try escape() }
        }
    }

    private mutating func escape() throws(Wrong) {
        if take("u") {
            for _: Int in 0..<4 {
                guard let next, Character(Unicode.Scalar(next)).isHexDigit else { throw Wrong(expected: "four hexadecimal digits") }
                position += 1
            }
            return
        }
        guard let next, Array(#""\/bfnrt"#.utf8).contains(next) else { throw Wrong(expected: #"one of " \ / b f n r t u"#) }
        position += 1
    }

    private mutating func word(_ text: String) throws(Wrong) {
        for character: Unicode.Scalar in text.unicodeScalars {
            guard take(character) else { throw Wrong(expected: text) }
        }
    }

    private mutating func number() throws(Wrong) {
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
    }

    private mutating func digits() throws(Wrong) {
        let start: Int = position
        while let next, Self.isDigit(next) { position += 1 }
        if position == start { throw Wrong(expected: "a digit") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
