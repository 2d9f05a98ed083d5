import ClinicalRecordsDomain
import ColonnadePrelude

/// Checks what stands between the quotation marks of one JSON string.
struct JSONStringScanner {
    private var state: State = .plain
    private var characters: UTF8Check = UTF8Check()
    private var marks: MarkRun = MarkRun()
    private var digits: Int = 0
    private var unit: UInt32 = 0
    private var wantsLowSurrogate: Bool = false

    private enum State {
        case plain
        case escape
        case unicode
    }

    /// Whether a plain ASCII character may come next and changes nothing.
    var isPlain: Bool { state == .plain && characters.isComplete && marks.isEmpty && !wantsLowSurrogate }

    /// Takes one byte.
    /// - Returns: whether it was the closing quotation mark.
    mutating func take(_ byte: UInt8, at position: TextPosition) throws(BundleProblem) -> Bool {
        switch state {
        case .plain: return try takePlain(byte, at: position)
        case .escape: try takeEscape(byte, at: position)
        case .unicode: try takeHexadecimal(byte, at: position)
        }
        return false
    }

    private mutating func takePlain(_ byte: UInt8, at position: TextPosition) throws(BundleProblem) -> Bool {
        guard characters.take(byte) else {
            throw .notJSON(position, reason: "invalid UTF-8: \(JSONScanner.name(of: byte)) can not stand here")
        }
        if byte == UInt8(ascii: "\\") {
            state = .escape
            return false
        }
        guard !wantsLowSurrogate else { throw loneSurrogate(position) }
        guard byte >= 0x20 else {
            throw .notJSON(position, reason: "a string holds the control character \(JSONScanner.name(of: byte)), which has to be escaped")
        }
        if let scalar: Unicode.Scalar = characters.scalar, marks.isFull(before: scalar) { throw tooManyMarks(position) }
        return byte == UInt8(ascii: "\"")
    }

    private mutating func takeEscape(_ byte: UInt8, at position: TextPosition) throws(BundleProblem) {
        guard byte == UInt8(ascii: "u") || !wantsLowSurrogate else { throw loneSurrogate(position) }
        switch byte {
        case UInt8(ascii: "u"):
            (state, digits, unit) = (.unicode, 0, 0)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            (state, marks) = (.plain, MarkRun())
        default: throw .notJSON(position, reason: "no escape starts with \\ and \(JSONScanner.name(of: byte))")
        }
    }

    private mutating func takeHexadecimal(_ byte: UInt8, at position: TextPosition) throws(BundleProblem) {
        guard let digit: Int = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
            throw .notJSON(position, reason: "\\u needs four hexadecimal digits, found \(JSONScanner.name(of: byte))")
        }
        unit = unit << 4 | UInt32(digit)
        digits += 1
        guard digits == 4 else { return }
        state = .plain
        if marks.isFull(before: UInt16(unit)) { throw tooManyMarks(position) }
        switch unit {
        case 0xD800...0xDBFF:
            guard !wantsLowSurrogate else { throw loneSurrogate(position) }
            wantsLowSurrogate = true
        case 0xDC00...0xDFFF:
            guard wantsLowSurrogate else { throw loneSurrogate(position) }
            wantsLowSurrogate = false
        default:
            guard !wantsLowSurrogate else { throw loneSurrogate(position) }
        }
    }

    private func tooManyMarks(_ position: TextPosition) -> BundleProblem {
        .notJSON(position, reason: "more than \(MarkRun.longest) combining marks stand in a row")
    }

    private func loneSurrogate(_ position: TextPosition) -> BundleProblem {
        .notJSON(position, reason: "a \\u escape holds one half of a surrogate pair without the other")
    }
}
