@_exported public import struct ColonnadeWorld.SeededGenerator

extension SeededGenerator {
    /// A number below `bound`, which is 1 or more.
    public mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }

    /// Every magnitude as likely as any other, the edges included.
    public mutating func integer() -> UInt64 {
        let value: UInt64 = next() >> UInt64(below(64))
        return below(8) == 0 ? ~value : value
    }

    /// Up to `count` bytes, which may be none.
    public mutating func bytes(upTo count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<below(count + 1) { bytes.append(UInt8(truncatingIfNeeded: next())) }
        return bytes
    }

    /// Text with letters of one to four bytes, and some that join.
    public mutating func text() -> String {
        let letters: [Character] = ["a", "é", "क", "👩‍⚕️", "\0", "\u{10ffff}", " ", "\u{feff}"]
        var text: String = ""
        for _ in 0..<below(21) { text.append(letters[below(letters.count)]) }
        return text
    }
}
