/// Cuts a stream of bytes into frames, however the bytes are cut on the way.
///
/// A frame that lies whole in a chunk is handed out in place. Only a frame that a chunk's end cuts in two is copied,
/// and little more is held than has come: a length that lies about megabytes costs its sender most of them first.
/// What is wrong is found with the first byte that tells it, so nobody waits for the rest of a frame that can't be taken.
public struct FrameDecoder: Sendable {
    /// Longest frame in bytes, without its length field.
    public var limit: Int
    /// The beginning of a frame whose rest has not come yet.
    private var pending: PendingFrame = PendingFrame()
    /// What was wrong. There is no way to find the next frame behind a wrong one, so it stays wrong.
    private var failure: FrameError?

    /// A decoder at the beginning of a stream.
    /// - Parameter limit: longest frame in bytes, without its length field; see ``Limits/frameBytes``.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Bytes of an unfinished frame that are held.
    public var pendingBytes: Int { pending.count }

    /// Bytes that the unfinished frame will have, by its header; 0 where the header is not there yet.
    public var pendingSize: Int { pending.size }

    /// How many of the next bytes may be read straight to behind what ``takeBuffer()`` gives; 0 where that is not worth it.
    public var bufferRoom: Int { pending.room }

    /// Lends the memory of an unfinished frame. Until ``giveBack(_:)`` nothing else may be done here.
    public mutating func takeBuffer() -> [UInt8] { pending.takeBuffer() }

    /// Takes the memory back, with as many more bytes as have come. Whether they complete the frame, ``decode(_:_:)`` finds out.
    public mutating func giveBack(_ buffer: inout [UInt8]) { pending.giveBack(&buffer) }

    /// Hands every whole frame to `body`, in order; keeps an unfinished one for the next call. Where `body` answers
    /// false, the rest of the chunk is dropped.
    /// - Throws: what is wrong, after every frame before it was handed out; and the same again at every later call.
    public mutating func decode(
        _ chunk: Span<UInt8>, _ body: (FrameHeader, FrameBody) -> Bool
    ) throws(FrameError) {
        if let failure { throw failure }
        do {
            guard let position: Int = pending.isEmpty ? 0 : try gather(chunk, body) else { return }
            try cut(chunk.extracting(position..<chunk.count), body)
        } catch {
            failure = error
            pending = PendingFrame()
            throw error
        }
    }

    /// Adds to the frame that is not whole yet, and hands it out when it is.
    /// - Returns: where the chunk goes on, or nil where `body` wants no more.
    private mutating func gather(
        _ chunk: Span<UInt8>, _ body: (FrameHeader, FrameBody) -> Bool
    ) throws(FrameError) -> Int? {
        var position: Int = 0
        repeat {
            position += pending.append(chunk.extracting(position..<chunk.count))
            if !pending.isSized { try size() }
            guard pending.isComplete else { continue }
            return pending.handOut(try FrameHeader(checking: pending.front.span), body) ? position : nil
        } while position < chunk.count
        return position
    }

    /// Checks as much of a header as is there, and where it is whole, goes by it.
    private mutating func size() throws(FrameError) {
        try FrameHeader.check(pending.front.span, limit: limit)
        guard pending.count >= FrameHeader.size else { return }
        pending.size(try FrameHeader.length(pending.front.span, limit: limit))
    }

    /// Hands out the frames that lie whole in `chunk`, and keeps what is left.
    private mutating func cut(
        _ chunk: Span<UInt8>, _ body: (FrameHeader, FrameBody) -> Bool
    ) throws(FrameError) {
        var position: Int = 0
        while position < chunk.count {
            let rest: Span<UInt8> = chunk.extracting(position..<chunk.count)
            let size: Int = rest.count < 4 ? FrameHeader.size : 4 + (try FrameHeader.length(rest, limit: limit))
            guard rest.count >= size else {
                _ = try gather(rest, body)
                return
            }
            let header: FrameHeader = try FrameHeader(checking: rest)
            position += size
            if !body(header, FrameBody(rest.extracting(FrameHeader.size..<size))) { return }
        }
    }
}
