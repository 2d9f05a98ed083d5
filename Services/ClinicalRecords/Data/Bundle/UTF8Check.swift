/// Well-formed UTF-8, byte by byte, as table 3-7 of the Unicode standard has it.
struct UTF8Check {
    private var remaining: Int = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF
    private var value: UInt32 = 0

    /// Whether a character is complete.
    var isComplete: Bool { remaining == 0 }

    /// The character that is complete; nil where one is not.
    var scalar: Unicode.Scalar? { isComplete ? Unicode.Scalar(value) : nil }

    /// - Returns: false where the byte can not stand here.
    mutating func take(_ byte: UInt8) -> Bool {
        if remaining > 0 {
            guard allowed.contains(byte) else { return false }
            remaining -= 1
            value = value << 6 | UInt32(byte & 0x3F)
            allowed = 0x80...0xBF
            return true
        }
        // A leading byte has as many ones in front as the character has bytes.
        value = byte < 0x80 ? UInt32(byte) : UInt32(byte & (0x7F >> UInt8((~byte).leadingZeroBitCount)))
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: return expect(1, 0x80...0xBF)
        case 0xE0: return expect(2, 0xA0...0xBF)
        case 0xED: return expect(2, 0x80...0x9F)
        case 0xE1...0xEF: return expect(2, 0x80...0xBF)
        case 0xF0: return expect(3, 0x90...0xBF)
        case 0xF1...0xF3: return expect(3, 0x80...0xBF)
        case 0xF4: return expect(3, 0x80...0x8F)
        default: return false
        }
    }

    private mutating func expect(_ count: Int, _ next: ClosedRange<UInt8>) -> Bool {
        remaining = count
        allowed = next
        return true
    }
}
