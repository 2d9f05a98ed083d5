import ColonnadeWire

/// What a decoder made of a sequence of chunks.
public struct DecodedFrames: Equatable, Sendable {
    /// The frames, written again.
    public var bytes: [UInt8] = []
    public var count: Int = 0
    public var error: FrameError?
    public var pending: Int = 0

    /// What the platform's decoder makes of `chunks`.
    public init(_ chunks: [[UInt8]], limit: Int) {
        var decoder: FrameDecoder = FrameDecoder(limit: limit)
        var writer: WireWriter = WireWriter()
        var count: Int = 0
        do {
            for chunk: [UInt8] in chunks {
                try decoder.decode(chunk.span) { header, body in
                    writer.writeFrame(header, body: [UInt8](copying: body))
                    count += 1
                    return true
                }
            }
        } catch {
            self.error = error
        }
        bytes = writer.bytes
        self.count = count
        pending = decoder.pendingBytes
    }
}

extension FuzzTarget {
    /// A frame decoder: however the bytes are cut, the same frames and the same error come out, and the frames written
    /// again are the bytes.
    public static func frames(
        seeds: [[UInt8]],
        decode: @escaping @Sendable (_ chunks: [[UInt8]], _ limit: Int) -> DecodedFrames = { DecodedFrames($0, limit: $1) }
    ) -> FuzzTarget {
        FuzzTarget(name: "frames", seeds: seeds) { (input, random) throws(BrokenInvariant) in
            let limit: Int = [8, 64, 4096, 16 << 20][random.below(4)]
            let whole: DecodedFrames = decode([input], limit)
            guard input.starts(with: whole.bytes) else { throw BrokenInvariant("the frames are not what was sent") }
            if whole.error == nil, whole.bytes.count + whole.pending != input.count {
                throw BrokenInvariant("\(input.count) bytes came; \(whole.bytes.count) were frames, \(whole.pending) are held")
            }
            for chunks: [[UInt8]] in [input.map { [$0] }, cut(input, random: &random), cut(input, random: &random)] {
                let parts: DecodedFrames = decode(chunks, limit)
                guard parts == whole else {
                    throw BrokenInvariant("cut into chunks of \(chunks.map(\.count)), it differs: \(parts) for \(whole)")
                }
            }
            return "\(outcome(whole.error)), \(min(whole.count, 8)), \(min(whole.pending, 12))"
        }
    }

    private static func outcome(_ error: FrameError?) -> String {
        switch error {
        case nil: "good"
        case .tooShort: "too short"
        case .tooLong: "too long"
        case .unknownType: "unknown type"
        case .unknownFlags: "unknown flags"
        }
    }

    private static func cut(_ bytes: [UInt8], random: inout SeededGenerator) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var start: Int = 0
        while start < bytes.count {
            let end: Int = min(bytes.count, start + random.below(1 << random.below(10)))
            chunks.append([UInt8](bytes[start..<end]))
            start = end
        }
        return chunks
    }
}
