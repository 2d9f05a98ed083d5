/// What makes a sequence of bytes no sequence of frames.
public enum FrameError: Error, Equatable, Sendable {
    /// The length field says less than ``FrameHeader/minimumLength``.
    case tooShort(length: Int)
    /// The length field says more than the limit.
    case tooLong(length: Int, limit: Int)
    case unknownType(UInt8)
    case unknownFlags(UInt8)
}

extension FrameError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooShort(let length): "a frame says it has \(length) bytes; the least is \(FrameHeader.minimumLength)"
        case .tooLong(let length, let limit): "a frame says it has \(length) bytes; the limit is \(limit)"
        case .unknownType(let type): "frame type \(type) is not known"
        case .unknownFlags(let flags): "frame flags \(flags) are not known"
        }
    }
}

/// Cuts a stream of bytes into frames, however the bytes are cut on the way.
///
/// A frame that lies whole in a chunk is handed out in place. Only a frame that a chunk's end cuts in two is copied,
/// and no more is held than has come: a length that lies about megabytes costs its sender those megabytes first.
public struct FrameDecoder: Sendable {
    /// Longest frame in bytes, without its length field.
    public var limit: Int
    /// The beginning of a frame whose rest has not come yet.
    private var pending: [UInt8] = []

    public init(limit: Int) {
        self.limit = limit
    }

    /// Bytes of an unfinished frame that are held.
    public var pendingBytes: Int { pending.count }

    /// Hands every whole frame to `body`, in order; keeps an unfinished one for the next call. Where `body` answers
    /// false, the rest of the chunk is dropped.
    public mutating func decode(
        _ chunk: Span<UInt8>, _ body: (FrameHeader, Span<UInt8>) -> Bool
    ) throws(FrameError) {
        var position: Int = 0
        while !pending.isEmpty, position < chunk.count {
            let missing: Int = try missingBytes()
            let part: Int = min(missing, chunk.count - position)
            for index: Int in position..<position + part { pending.append(chunk[index]) }
            position += part
            if part == missing, pending.count >= FrameHeader.size, try missingBytes() == 0 {
                let frame: [UInt8] = pending
                pending.removeAll(keepingCapacity: frame.count <= 4096)
                let header: FrameHeader = try Self.header(frame.span)
                if !body(header, frame.span.extracting(FrameHeader.size..<frame.count)) { return }
            }
        }
        while position < chunk.count {
            let rest: Span<UInt8> = chunk.extracting(position..<chunk.count)
            guard rest.count >= 4, case let size: Int = 4 + (try length(rest)), rest.count >= size else { break }
            let header: FrameHeader = try Self.header(rest)
            position += size
            if !body(header, rest.extracting(FrameHeader.size..<size)) { return }
        }
        if position < chunk.count {
            for index: Int in position..<chunk.count { pending.append(chunk[index]) }
            if pending.count >= FrameHeader.size { _ = try Self.header(pending.span) }
        }
    }

    /// How many bytes `pending` lacks to the next point where more is known.
    private func missingBytes() throws(FrameError) -> Int {
        if pending.count < 4 { return 4 - pending.count }
        return 4 + (try length(pending.span)) - pending.count
    }

    private func length(_ bytes: Span<UInt8>) throws(FrameError) -> Int {
        let length: Int = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16 | Int(bytes[3]) << 24
        guard length >= FrameHeader.minimumLength else { throw .tooShort(length: length) }
        guard length <= limit else { throw .tooLong(length: length, limit: limit) }
        return length
    }

    private static func header(_ bytes: Span<UInt8>) throws(FrameError) -> FrameHeader {
        guard let type: FrameType = FrameType(rawValue: bytes[4]) else { throw .unknownType(bytes[4]) }
        let flags: FrameFlags = FrameFlags(rawValue: bytes[5])
        guard flags.isSubset(of: [.end, .metadata]) else { throw .unknownFlags(bytes[5]) }
        let board: UInt16 = UInt16(bytes[6]) | UInt16(bytes[7]) << 8
        var stream: UInt32 = 0
        for index: Int in 0..<4 { stream |= UInt32(bytes[8 + index]) << UInt32(8 * index) }
        return FrameHeader(type, flags: flags, board: board, stream: stream)
    }
}
