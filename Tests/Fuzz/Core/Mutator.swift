/// Makes inputs out of inputs: small damage to what is nearly right finds more than noise does.
public struct Mutator: Sendable {
    private static let interesting: [[UInt8]] = [
        [0x00], [0x01], [0x7f], [0x80], [0xff], [0x80, 0x01], [0xff, 0xff, 0xff, 0xff, 0x0f],
        [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80],
        [0x08, 0x00, 0x00, 0x00], [0x00, 0x00, 0x00, 0x01], [0xff, 0xff, 0xff, 0xff], [0x0a, 0x00], [0x52, 0x00], [0xc0, 0x80],
    ]

    /// Inputs grow no longer than this, so that a round stays quick.
    public let longest: Int

    public init(longest: Int = 8192) {
        self.longest = longest
    }

    /// `input` with one to four changes; `other` lends parts.
    public func mutate(_ input: [UInt8], with other: [UInt8], random: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = input
        for _ in 0...random.below(4) { change(&bytes, with: other, random: &random) }
        if bytes.count > longest { bytes.removeLast(bytes.count - longest) }
        return bytes
    }

    private func change(_ bytes: inout [UInt8], with other: [UInt8], random: inout SeededGenerator) {
        let range: Range<Int> = part(of: bytes, random: &random)
        switch random.below(9) {
        case 0 where !bytes.isEmpty: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
        case 1 where !bytes.isEmpty: bytes[random.below(bytes.count)] = UInt8(random.below(random.below(2) == 0 ? 256 : 16))
        case 2 where !bytes.isEmpty:
            let index: Int = random.below(bytes.count)
            bytes[index] = random.below(2) == 0 ? bytes[index] &+ 1 : bytes[index] &- 1
        case 3: bytes.removeSubrange(range)
        case 4: bytes.insert(contentsOf: [UInt8](bytes[range]), at: range.lowerBound)
        case 5: bytes.insert(contentsOf: Self.interesting[random.below(Self.interesting.count)], at: range.lowerBound)
        case 6: bytes.replaceSubrange(range, with: Self.interesting[random.below(Self.interesting.count)])
        case 7: bytes.replaceSubrange(range, with: other[part(of: other, random: &random)])
        default: bytes.removeLast(min(bytes.count, random.below(16)))
        }
    }

    private func part(of bytes: [UInt8], random: inout SeededGenerator) -> Range<Int> {
        let start: Int = random.below(bytes.count + 1)
        let most: Int = min(bytes.count - start, random.below(4) == 0 ? bytes.count : 16)
        return start..<start + random.below(most + 1)
    }
}
