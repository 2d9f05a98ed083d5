import ColonnadeCryptography

/// A code that signs one person up: 160 random bits. The first 32 find the invitation, and are no secret; of the rest only a
/// hash is kept, which is compared in constant time.
///
/// People read it aloud and type it: 32 letters and digits in groups of four, without those that look alike (Crockford's base 32).
public struct InvitationSecret: Sendable {
    public static let byteCount: Int = 20
    private static let alphabet: [UInt8] = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let selectorCount: Int = 4

    let selector: [UInt8]
    private let secret: [UInt8]

    /// - Parameter bytes: ``byteCount`` random ones.
    public init(bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "a code has \(Self.byteCount) bytes")
        selector = Array(bytes.prefix(Self.selectorCount))
        secret = Array(bytes.dropFirst(Self.selectorCount))
    }

    /// - Returns: nil where the text is no code.
    public init?(text: String) {
        guard text.utf8.count <= 128 else { return nil }
        let letters: [UInt8] = text.uppercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        guard letters.count == Self.byteCount * 8 / 5 else { return nil }
        var bytes: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for letter: UInt8 in letters {
            guard let value: Int = Self.alphabet.firstIndex(of: Self.plain(letter)) else { return nil }
            bits = bits << 5 | UInt32(value)
            count += 5
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            bits &= (1 << count) - 1
        }
        self.init(bytes: bytes)
    }

    public var text: String {
        var letters: [Character] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for byte: UInt8 in selector + secret {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                if letters.count % 5 == 4 { letters.append("-") }
                letters.append(Character(UnicodeScalar(Self.alphabet[Int(bits >> count & 31)])))
                bits &= (1 << count) - 1
            }
        }
        return String(letters)
    }

    var hash: [UInt8] { SHA256.digest(of: secret) }

    /// What somebody who misread a letter meant.
    private static func plain(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "O"): UInt8(ascii: "0")
        case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
        default: letter
        }
    }
}
