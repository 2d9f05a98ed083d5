/// Cuts a stream of bytes into frames, however the bytes are cut on the way.
///
/// A frame that lies whole in a chunk is handed out in place. Only a frame that a chunk's end cuts in two is copied,
/// and no more is held than has come: a length that lies about megabytes costs its sender those megabytes first.
/// What is wrong is found with the first byte that tells it, so nobody waits for the rest of a frame that can't be taken.
///
/// Invariant: `pending` is shorter than the frame that it begins, and nothing in it is known to be wrong.
public struct FrameDecoder: Sendable {
    /// A buffer that grew above this many bytes for one frame is given back after it.
    private static let keptCapacity: Int = 64 << 10

    /// Longest frame in bytes, without its length field.
    public var limit: Int
    /// The beginning of a frame whose rest has not come yet.
    private var pending: [UInt8] = []
    /// What was wrong. There is no way to find the next frame behind a wrong one, so it stays wrong.
    private var failure: FrameError?

    /// A decoder at the beginning of a stream.
    /// - Parameter limit: longest frame in bytes, without its length field; see ``Limits/frameBytes``.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Bytes of an unfinished frame that are held.
    public var pendingBytes: Int { pending.count }

    /// Hands every whole frame to `body`, in order; keeps an unfinished one for the next call. Where `body` answers
    /// false, the rest of the chunk is dropped.
    /// - Throws: what is wrong, after every frame before it was handed out; and the same again at every later call.
    public mutating func decode(
        _ chunk: Span<UInt8>, _ body: (FrameHeader, Span<UInt8>) -> Bool
    ) throws(FrameError) {
        if let failure { throw failure }
        do {
            guard let position: Int = try finishPending(chunk, body) else { return }
            try cut(chunk.extracting(position..<chunk.count), body)
        } catch {
            failure = error
            pending = []
            throw error
        }
    }

    /// Completes the frame that an earlier chunk began.
    /// - Returns: where the chunk goes on, or nil where `body` wants no more.
    private mutating func finishPending(
        _ chunk: Span<UInt8>, _ body: (FrameHeader, Span<UInt8>) -> Bool
    ) throws(FrameError) -> Int? {
        var position: Int = 0
        while !pending.isEmpty, position < chunk.count {
            let part: Int = min(try missingBytes(), chunk.count - position)
            try makeRoom(for: part)
            pending.append(copying: chunk.extracting(position..<position + part))
            position += part
            try check(pending.span)
            guard pending.count >= FrameHeader.size, try missingBytes() == 0 else { continue }
            var frame: [UInt8] = []
            swap(&frame, &pending)
            let header: FrameHeader = try Self.header(frame.span)
            let goesOn: Bool = body(header, frame.span.extracting(FrameHeader.size..<frame.count))
            if frame.capacity <= Self.keptCapacity {
                frame.removeAll(keepingCapacity: true)
                pending = frame
            }
            if !goesOn { return nil }
        }
        return position
    }

    /// Hands out the frames that lie whole in `chunk`, and keeps what is left.
    private mutating func cut(
        _ chunk: Span<UInt8>, _ body: (FrameHeader, Span<UInt8>) -> Bool
    ) throws(FrameError) {
        var position: Int = 0
        while position < chunk.count {
            let rest: Span<UInt8> = chunk.extracting(position..<chunk.count)
            let size: Int = rest.count < 4 ? FrameHeader.size : 4 + (try length(rest))
            guard rest.count >= size else {
                try check(rest)
                pending.append(copying: rest)
                return
            }
            let header: FrameHeader = try Self.header(rest)
            position += size
            if !body(header, rest.extracting(FrameHeader.size..<size)) { return }
        }
    }

    /// Grows for a long frame in few steps: to four times what has come, so that a length that lies gains its sender little.
    private mutating func makeRoom(for part: Int) throws(FrameError) {
        let needed: Int = pending.count + part
        guard needed > pending.capacity, needed > Self.keptCapacity else { return }
        pending.reserveCapacity(min(4 * needed, pending.count + (try missingBytes())))
    }

    /// How many bytes `pending` lacks: to a header first, then to the whole frame.
    private func missingBytes() throws(FrameError) -> Int {
        if pending.count < FrameHeader.size { return FrameHeader.size - pending.count }
        return 4 + (try length(pending.span)) - pending.count
    }

    /// Checks as much of a frame's front as is there.
    private func check(_ front: Span<UInt8>) throws(FrameError) {
        if front.count >= 4 { _ = try length(front) }
        if front.count >= 5 {
            let type: FrameType = try Self.type(front)
            if front.count >= 6 { _ = try Self.flags(front, of: type) }
        }
    }

    private func length(_ bytes: Span<UInt8>) throws(FrameError) -> Int {
        let length: Int = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16 | Int(bytes[3]) << 24
        guard length >= FrameHeader.minimumLength else { throw .tooShort(length: length) }
        guard length <= limit else { throw .tooLong(length: length, limit: limit) }
        return length
    }

    private static func type(_ bytes: Span<UInt8>) throws(FrameError) -> FrameType {
        guard let type: FrameType = FrameType(rawValue: bytes[4]) else { throw .unknownType(bytes[4]) }
        return type
    }

    private static func flags(_ bytes: Span<UInt8>, of type: FrameType) throws(FrameError) -> FrameFlags {
        let flags: FrameFlags = FrameFlags(rawValue: bytes[5])
        guard flags.isSubset(of: type == .activate ? [.end, .metadata] : .end) else { throw .unknownFlags(bytes[5]) }
        return flags
    }

    private static func header(_ bytes: Span<UInt8>) throws(FrameError) -> FrameHeader {
        let type: FrameType = try type(bytes)
        let flags: FrameFlags = try flags(bytes, of: type)
        let board: UInt16 = UInt16(bytes[6]) | UInt16(bytes[7]) << 8
        var stream: UInt32 = 0
        for index: Int in 0..<4 { stream |= UInt32(bytes[8 + index]) << UInt32(8 * index) }
        return FrameHeader(type, flags: flags, board: board, stream: stream)
    }
}
