import ColonnadeWire
import Testing
import WireFuzz

@Suite struct RoundTripTests {
    @Test func whatIsWrittenIsRead() {
        forEachSeed { random in
            let value: Sample = Sample(random: &random)
            let bytes: [UInt8] = value.encoded()
            try #require(try Sample(decoding: bytes.span).encoded() == bytes)
        }
    }

    /// Cut anywhere, a message is either shorter and whole, or truncated; nothing else is said of it.
    @Test func truncationAtEveryByte() {
        forEachSeed(20) { random in
            let bytes: [UInt8] = Sample(random: &random, depth: 3).encoded()
            for count: Int in bytes.indices {
                do {
                    let prefix: [UInt8] = [UInt8](bytes[..<count])
                    let value: Sample = try Sample(decoding: prefix.span)
                    try #require(value.encoded().count >= prefix.count)
                } catch let error as WireError {
                    try #require(error == .truncated)
                }
            }
        }
    }

    @Test func noBytesTrapTheReader() {
        forEachSeed(2_000) { random in
            var bytes: [UInt8] = Bool.random(using: &random) ? Sample(random: &random).encoded() : random.bytes(upTo: 200)
            for _ in 0..<Int.random(in: 0...8, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8(truncatingIfNeeded: random.next())
            }
            guard let value: Sample = try? Sample(decoding: bytes.span) else { return }
            let again: [UInt8] = value.encoded()
            try #require(try Sample(decoding: again.span).encoded() == again)
        }
    }

    @Test func spansAreCopiedWhole() {
        for count: Int in [0, 1, 15, 16, 17, 255, 4096, 100_001] {
            let source: [UInt8] = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            #expect([UInt8](copying: source.span) == source)
            var target: [UInt8] = [1, 2, 3]
            target.append(copying: source.span)
            #expect(target == [1, 2, 3] + source)
        }
    }
}
