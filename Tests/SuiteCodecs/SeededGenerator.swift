/// SplitMix64: small, fast, and the same on every machine for the same seed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed: UInt64 = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

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
