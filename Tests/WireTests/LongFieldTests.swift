import ColonnadeWire
import Testing
import WireFuzz

/// Long fields of bytes, which are neither copied into a message nor out of it.
@Suite struct LongFieldTests {
    /// Fields around a long one, and the long one within another message.
    private struct Letter: WireMessage, Equatable {
        var title: String
        var content: [UInt8]
        var appendix: [UInt8]
        var inner: [Letter]

        init(title: String, content: [UInt8], appendix: [UInt8] = [], inner: [Letter] = []) {
            (self.title, self.content, self.appendix, self.inner) = (title, content, appendix, inner)
        }

        func encode(into writer: inout WireWriter) {
            writer.writeString(title, field: 1)
            for letter: Letter in inner { writer.writeMessage(letter, field: 4) }
            writer.writeBytes(content, field: 2)
            writer.writeBytes(appendix, field: 3)
        }

        init(from reader: inout WireReader) throws(WireError) {
            self.init(title: "", content: [])
            while let key: WireKey = try reader.nextKey() {
                switch key.field {
                case 1: title = try reader.readString(key)
                case 2: content = try reader.readBytes(key)
                case 3: appendix = try reader.readBytes(key)
                case 4: inner.append(try reader.readMessage(key))
                default: try reader.skip(key)
                }
            }
        }
    }

    private struct Frame: Equatable {
        var header: FrameHeader
        var body: [UInt8]
        var letter: Letter?
    }

    /// Around the size from which a field is kept by itself, and around the size of what a socket reads at once.
    private static let sizes: [Int] = [0, 65_535, 65_536, 65_537, 70_000, 300_000]

    private static func bytes(_ count: Int, from first: Int = 0) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ first) &* 31) }
    }

    private static func kept(_ letter: Letter) -> EncodedMessage {
        var writer: WireWriter = WireWriter(appendingTo: [], keepsLongField: true)
        letter.encode(into: &writer)
        return writer.message
    }

    // MARK: Writing

    @Test func whatIsKeptApartIsTheSameMessage() {
        for size: Int in Self.sizes {
            for appendix: Int in [0, 70_000] {
                let plain: Letter = Letter(title: "a", content: Self.bytes(size), appendix: Self.bytes(appendix))
                for letter: Letter in [plain, Letter(title: "b", content: [], inner: [plain, plain])] {
                    let message: EncodedMessage = Self.kept(letter)
                    #expect(message.joined == letter.encoded())
                    #expect(message.count == message.joined.count)
                    #expect((message.longField != nil) == (size >= 65_536 || appendix > 0))
                }
            }
        }
    }

    @Test func aKeptFieldIsNotCopied() {
        let letter: Letter = Letter(title: "a", content: Self.bytes(100_000))
        let field: [UInt8] = Self.kept(letter).longField?.bytes ?? []
        let isSame: Bool = field.span.isIdentical(to: letter.content.span)
        #expect(isSame)
    }

    // MARK: Reading

    private func frame(_ letter: Letter, metadata: [UInt8]? = nil, stream: UInt32 = 1) -> (frame: Frame, bytes: [UInt8]) {
        var body: WireWriter = WireWriter()
        if let metadata {
            body.varint(UInt64(metadata.count))
            body.raw(metadata)
        }
        letter.encode(into: &body)
        let flags: FrameFlags = metadata == nil ? .end : [.end, .metadata]
        let header: FrameHeader = FrameHeader(metadata == nil ? .output : .activate, flags: flags, board: 1, stream: stream)
        var writer: WireWriter = WireWriter()
        writer.writeFrame(header, body: body.bytes)
        return (Frame(header: header, body: body.bytes, letter: letter), writer.bytes)
    }

    private func read(_ header: FrameHeader, _ body: FrameBody) -> Frame {
        var start: Int = 0
        if header.flags.contains(.metadata) {
            var front: WireReader = WireReader(body.bytes)
            let length: UInt64 = (try? front.varint()) ?? 0
            start = front.offset + Int(length)
        }
        var reader: WireReader = WireReader(body, from: start)
        return Frame(header: header, body: [UInt8](copying: body), letter: try? Letter(from: &reader))
    }

    /// The frames in `bytes`, which come in pieces of the sizes that `next` gives; and where `isInPlace`, large ones as sockets
    /// read them.
    private func decode(_ bytes: [UInt8], isInPlace: Bool, next: () -> Int) throws -> [Frame] {
        var decoder: FrameDecoder = FrameDecoder(limit: 16 << 20)
        var frames: [Frame] = []
        var position: Int = 0
        while position < bytes.count {
            var count: Int = min(next(), bytes.count - position)
            if isInPlace, decoder.bufferRoom > 0 {
                let room: Int = decoder.bufferRoom
                var buffer: [UInt8] = decoder.takeBuffer()
                var left: Int = room
                while left > 0, position < bytes.count {
                    count = min(left, count, bytes.count - position)
                    buffer += bytes[position..<position + count]
                    position += count
                    left -= count
                }
                decoder.giveBack(&buffer)
                count = 0
            }
            try decoder.decode(bytes.span.extracting(position..<position + count)) { header, body in
                frames.append(read(header, body))
                return true
            }
            position += count
        }
        #expect(decoder.pendingBytes == 0)
        return frames
    }

    private var mixed: (frames: [Frame], bytes: [UInt8]) {
        let small: Letter = Letter(title: "small", content: [1, 2, 3])
        var all: [(frame: Frame, bytes: [UInt8])] = [frame(small)]
        for size: Int in Self.sizes {
            let letter: Letter = Letter(title: "\(size)", content: Self.bytes(size), appendix: [7])
            all += [frame(letter), frame(small, metadata: [8, 1]), frame(letter, metadata: Self.bytes(200)), frame(small)]
        }
        // A long field that is a message, one behind too much else to be found, and two of them.
        let long: Letter = Letter(title: "x", content: Self.bytes(100_000, from: 3))
        all.append(frame(Letter(title: "nested", content: [9], inner: [long])))
        all.append(frame(Letter(title: String(repeating: "t", count: 5000), content: long.content)))
        all.append(frame(Letter(title: "twice", content: long.content, appendix: long.content)))
        all.append(frame(Letter(title: "longer", content: long.content, appendix: Self.bytes(200_000))))
        all.append(frame(Letter(title: String(repeating: "t", count: 90_000), content: [1])))
        return (all.map(\.frame), all.flatMap(\.bytes))
    }

    @Test(arguments: [12, 13, 100, 4095, 16_384, 65_536, 262_144, 10_000_000])
    func howeverTheyAreCut(piece: Int) throws {
        let (frames, bytes): ([Frame], [UInt8]) = mixed
        for isInPlace: Bool in [false, true] {
            #expect(try decode(bytes, isInPlace: isInPlace) { piece } == frames)
        }
    }

    @Test func byteByByte() throws {
        let letters: [Letter] = [Letter(title: "a", content: Self.bytes(65_600), appendix: [1, 2]), Letter(title: "b", content: [3])]
        let frames: [(frame: Frame, bytes: [UInt8])] = letters.flatMap { [frame($0), frame($0, metadata: [8, 1])] }
        for isInPlace: Bool in [false, true] {
            #expect(try decode(frames.flatMap(\.bytes), isInPlace: isInPlace) { 1 } == frames.map(\.frame))
        }
    }

    @Test func cutAtRandom() {
        let (frames, bytes): ([Frame], [UInt8]) = mixed
        forEachSeed(4) { random in
            let largest: Int = 1 << (4 + random.below(16))
            try #require(try decode(bytes, isInPlace: random.below(2) == 0) { 1 + random.below(largest) } == frames)
        }
    }

    /// Every place around the header and the long field's own key and length.
    @Test func cutInTwoAnywhereInFront() throws {
        let letter: Letter = Letter(title: "title", content: Self.bytes(66_000), appendix: [1, 2, 3])
        for metadata: [UInt8]? in [nil, [8, 1, 16, 2]] {
            let (frame, bytes): (Frame, [UInt8]) = frame(letter, metadata: metadata)
            for first: Int in 0...60 {
                for isInPlace: Bool in [false, true] {
                    var pieces: [Int] = [first, 20, 0]
                    let frames: [Frame] = try decode(bytes + bytes, isInPlace: isInPlace) {
                        pieces.count > 1 ? pieces.removeFirst() : 1 << 20
                    }
                    try #require(frames == [frame, frame], "cut at \(first)")
                }
            }
        }
    }

    @Test func aFieldThatCameByItselfIsNotCopied() throws {
        let (frame, bytes): (Frame, [UInt8]) = frame(Letter(title: "a", content: Self.bytes(1 << 20)))
        var decoder: FrameDecoder = FrameDecoder(limit: 16 << 20)
        var received: ReceivedMessage?
        for part: Range<Int> in [0..<20_000, 20_000..<bytes.count] {
            try decoder.decode(bytes.span.extracting(part)) { _, body in
                received = ReceivedMessage(copying: body)
                return true
            }
        }
        let message: ReceivedMessage = try #require(received)
        #expect(message.joined == frame.body)
        let first: Letter = try message.read(Letter.init(from:))
        let second: Letter = try message.read(Letter.init(from:))
        #expect(first == frame.letter)
        let isSame: Bool = first.content.span.isIdentical(to: second.content.span)
        #expect(isSame)
    }

    /// A header that lies about megabytes gets room for a small multiple of what it is worth.
    @Test func aLengthThatLiesGetsLittleRoom() throws {
        let claimed: Letter = Letter(title: "a", content: Self.bytes(2 << 20))
        let bytes: [UInt8] = frame(claimed).bytes
        for count: Int in [12, 30, 200, 5000, 20_000] {
            var decoder: FrameDecoder = FrameDecoder(limit: 16 << 20)
            try decoder.decode(bytes.span.extracting(0..<count)) { _, _ in true }
            #expect(decoder.pendingBytes == count)
            #expect(decoder.bufferRoom <= 64 * count)
            if decoder.bufferRoom > 0 { #expect(decoder.takeBuffer().capacity <= 128 * count) }
        }
    }

    /// What a length promises and the frame does not have is an error of the message, as ever.
    @Test func aFieldLongerThanItsFrame() throws {
        for (claimed, there): (Int, Int) in [(200_000, 100_000), (Int.max, 70_000), (70_001, 70_000)] {
            var body: WireWriter = WireWriter()
            body.key(2, .lengthDelimited)
            body.varint(UInt64(claimed))
            body.raw(Self.bytes(there))
            var writer: WireWriter = WireWriter()
            writer.writeFrame(FrameHeader(.output, flags: .end, stream: 1), body: body.bytes)
            for isInPlace: Bool in [false, true] {
                let frames: [Frame] = try decode(writer.bytes, isInPlace: isInPlace) { 16_384 }
                #expect(frames.map(\.body) == [body.bytes])
                #expect(frames.allSatisfy { $0.letter == nil })
            }
        }
    }
}
