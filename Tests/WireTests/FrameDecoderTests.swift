import ColonnadeWire
import Testing
import WireFuzz

@Suite struct FrameDecoderTests {
    struct Frame: Equatable {
        var header: FrameHeader
        var body: [UInt8]

        var bytes: [UInt8] {
            var writer: WireWriter = WireWriter()
            writer.writeFrame(header, body: body)
            return writer.bytes
        }
    }

    /// The frames in `chunks`, and what ended them.
    private func decode(_ chunks: [[UInt8]], limit: Int = 1 << 20) -> (frames: [Frame], error: FrameError?, pending: Int) {
        var decoder: FrameDecoder = FrameDecoder(limit: limit)
        var frames: [Frame] = []
        for chunk: [UInt8] in chunks {
            do {
                try decoder.decode(chunk.span) { header, body in
                    frames.append(Frame(header: header, body: [UInt8](copying: body)))
                    return true
                }
            } catch {
                return (frames, error, decoder.pendingBytes)
            }
        }
        return (frames, nil, decoder.pendingBytes)
    }

    private func cut(_ bytes: [UInt8], random: inout SeededGenerator) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var rest: ArraySlice<UInt8> = bytes[...]
        while !rest.isEmpty {
            let count: Int = min(rest.count, 1 + Int(random.integer() % 40_000))
            chunks.append([UInt8](rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return chunks
    }

    private func randomFrames(_ random: inout SeededGenerator) -> [Frame] {
        (0..<Int.random(in: 1...12, using: &random)).map { _ in
            let type: FrameType = FrameType.allCases.randomElement(using: &random) ?? .ping
            let flags: FrameFlags = FrameFlags(rawValue: UInt8.random(in: 0...(type == .activate ? 3 : 1), using: &random))
            let header: FrameHeader = FrameHeader(
                type, flags: flags, board: UInt16(truncatingIfNeeded: random.next()), stream: UInt32(truncatingIfNeeded: random.integer()))
            return Frame(header: header, body: random.bytes(upTo: Int.random(in: 0..<20, using: &random) == 0 ? 60_000 : 50))
        }
    }

    @Test func wholeByteByByteCoalescedAndCutAnywhere() {
        forEachSeed(100) { random in
            let frames: [Frame] = randomFrames(&random)
            let bytes: [UInt8] = frames.flatMap(\.bytes)
            try #require(decode(frames.map(\.bytes)).frames == frames)
            try #require(decode([bytes]).frames == frames)
            try #require(decode(cut(bytes, random: &random)).frames == frames)
            if bytes.count < 10_000 { try #require(decode(bytes.map { [$0] }).frames == frames) }
        }
    }

    /// An unfinished frame waits, however little of it is there.
    @Test func incompleteIsNotInvalid() {
        let frame: Frame = Frame(header: FrameHeader(.output, flags: .end, board: 0, stream: 3), body: [1, 2, 3])
        for count: Int in frame.bytes.indices {
            let result: (frames: [Frame], error: FrameError?, pending: Int) = decode([[], [UInt8](frame.bytes[..<count])])
            #expect(result.frames.isEmpty && result.error == nil && result.pending == count)
            let both: [[UInt8]] = [frame.bytes + frame.bytes[..<count], [UInt8](frame.bytes[count...])]
            #expect(decode(both).frames == [frame, frame])
        }
    }

    @Test(arguments: [
        ("07000000", FrameError.tooShort(length: 7)), ("00000000", .tooShort(length: 0)),
        ("01001000", .tooLong(length: 1 << 20 | 1, limit: 1 << 20)), ("ffffffff", .tooLong(length: 4_294_967_295, limit: 1 << 20)),
        ("08000000 00", .unknownType(0)), ("00001000 05", .unknownType(5)), ("08000000 ff", .unknownType(255)),
        ("08000000 10 04", .unknownFlags(4)), ("08000000 10 80", .unknownFlags(128)), ("08000000 11 02", .unknownFlags(2)),
        ("08000000 01 03", .unknownFlags(3)),
    ])
    func errorsAsSoonAsTheyCanBeTold(text: String, expected: FrameError) {
        let good: Frame = Frame(header: FrameHeader(.ping), body: [UInt8](repeating: 0, count: 8))
        let bad: [UInt8] = hex(text)
        let rest: [UInt8] = [UInt8](repeating: 0, count: 40)
        for chunks: [[UInt8]] in [
            [good.bytes, bad], [good.bytes + bad], (good.bytes + bad).map { [$0] }, [good.bytes + bad + rest],
            [good.bytes + bad.prefix(2), bad.suffix(bad.count - 2) + rest],
        ] {
            let result: (frames: [Frame], error: FrameError?, pending: Int) = decode(chunks)
            #expect(result.frames == [good])
            #expect(result.error == expected)
            #expect(result.pending == 0)
        }
    }

    @Test func longestFrameAndOneByteMore() {
        let longest: Frame = Frame(header: FrameHeader(.output, stream: 1), body: [UInt8](repeating: 5, count: 92))
        let longer: Frame = Frame(header: FrameHeader(.output, stream: 1), body: [UInt8](repeating: 5, count: 93))
        #expect(decode([longest.bytes], limit: 100).frames == [longest])
        #expect(decode([longer.bytes], limit: 100).error == .tooLong(length: 101, limit: 100))
    }

    @Test func whatIsWrongStaysWrong() throws {
        var decoder: FrameDecoder = FrameDecoder(limit: 100)
        let good: Frame = Frame(header: FrameHeader(.ping), body: [])
        for bytes: [UInt8] in [hex("03000000"), good.bytes] {
            #expect(throws: FrameError.tooShort(length: 3)) {
                try decoder.decode(bytes.span) { _, _ in
                    Issue.record("no frame follows a wrong one")
                    return true
                }
            }
        }
    }

    @Test func whoWantsNoMoreGetsNoMore() throws {
        let frame: Frame = Frame(header: FrameHeader(.ping), body: [1])
        let bytes: [UInt8] = frame.bytes + frame.bytes + frame.bytes
        for first: Int in [0, 5, frame.bytes.count] {
            var decoder: FrameDecoder = FrameDecoder(limit: 100)
            var seen: Int = 0
            for chunk: [UInt8] in [[UInt8](bytes[..<first]), [UInt8](bytes[first...])] {
                try decoder.decode(chunk.span) { _, _ in
                    seen += 1
                    return false
                }
            }
            #expect(seen == (first == frame.bytes.count ? 2 : 1))
            #expect(decoder.pendingBytes == 0)
        }
    }

    /// A header that promises 16 MiB holds twelve bytes until more comes.
    @Test func holdsNoMoreThanHasCome() {
        let result: (frames: [Frame], error: FrameError?, pending: Int) = decode([hex("00000001 11 00 0000 01000000")], limit: 16 << 20)
        #expect(result.error == nil)
        #expect(result.pending == 12)
    }

    /// Noise is told from frames the same way however it is cut.
    @Test func cutsChangeNothingForNoise() {
        forEachSeed { random in
            var bytes: [UInt8] = randomFrames(&random).flatMap(\.bytes)
            for _ in 0..<3 { bytes[Int.random(in: bytes.indices, using: &random)] = UInt8(truncatingIfNeeded: random.next()) }
            let whole: (frames: [Frame], error: FrameError?, pending: Int) = decode([bytes])
            let parts: (frames: [Frame], error: FrameError?, pending: Int) = decode(cut(bytes, random: &random))
            try #require(whole.frames == parts.frames)
            try #require(whole.error == parts.error)
            try #require(whole.pending == parts.pending)
        }
    }
}
