/// What kind of frame it is. The numbers are the wire's.
public enum FrameType: UInt8, CaseIterable, Sendable {
    /// The consumer's first frame: who calls whom, with which contract; see ``Hello``.
    case hello = 0x01
    /// The provider takes the connection; see ``Welcome``.
    case welcome = 0x02
    /// The connection is not taken; see ``Reject``.
    case reject = 0x03
    /// The provider asks for the consumer's contract, and the consumer answers; see ``Describe``.
    case describe = 0x04
    /// The consumer activates a board: the Input, and with ``FrameFlags/metadata`` a ``Metadata`` in front of it.
    case activate = 0x10
    /// The provider sends one output; with ``FrameFlags/end`` it completes as well.
    case output = 0x11
    /// The consumer sends one command.
    case command = 0x12
    /// The activation has ended; see ``Complete``.
    case complete = 0x13
    /// The vertical's own refusal ends the activation.
    case refuse = 0x14
    /// A failure ends the stream, or on stream 0 the connection; see ``Fail``.
    case fail = 0x15
    /// The consumer wants no more of this stream.
    case cancel = 0x16
    /// How many more frames its sender takes on this stream; see ``Credit``.
    case credit = 0x17
    /// The consumer sends no more commands.
    case finish = 0x18
    /// Eight bytes that the other end sends back.
    case ping = 0x20
    /// The eight bytes of a ping.
    case pong = 0x21
    /// The provider goes away; see ``Drain``.
    case drain = 0x22
}

/// What else a frame says about its stream and its body.
public struct FrameFlags: OptionSet, Sendable {
    /// The flags' byte as it travels.
    public let rawValue: UInt8

    /// The flags of a byte; unknown ones are kept, and the decoder refuses them.
    @inlinable public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The sender is done with this stream.
    @inlinable public static var end: FrameFlags { FrameFlags(rawValue: 0x01) }
    /// Metadata, behind its own length, precedes the body; ACTIVATE only.
    @inlinable public static var metadata: FrameFlags { FrameFlags(rawValue: 0x02) }
}

/// The twelve bytes in front of a frame's body, little-endian: length, type, flags, board, stream.
public struct FrameHeader: Equatable, Sendable {
    /// The header's size in bytes, the length field included.
    public static let size: Int = 12
    /// The least that the length field may say: the header without that field.
    public static let minimumLength: Int = 8

    /// What kind of frame it is.
    public var type: FrameType
    /// What the type allows: ``FrameFlags/metadata`` with ACTIVATE alone.
    public var flags: FrameFlags
    /// The board's number in the consumer's contract lock; 0 where there is none.
    public var board: UInt16
    /// The activation's number on this connection; 0 for the connection itself.
    public var stream: UInt32

    /// The header of a frame; its length is that of the body, and written with it.
    public init(_ type: FrameType, flags: FrameFlags = [], board: UInt16 = 0, stream: UInt32 = 0) {
        self.type = type
        self.flags = flags
        self.board = board
        self.stream = stream
    }
}

extension WireWriter {
    /// Appends a whole frame whose body `body` writes.
    /// - Returns: the frame's length in bytes, without its length field.
    @inlinable
    @discardableResult
    public mutating func writeFrame(_ header: FrameHeader, _ body: (inout WireWriter) -> Void) -> Int {
        let start: Int = openFrame(header)
        body(&self)
        return closeFrame(start)
    }

    /// Appends a whole frame with a body that is there already.
    public mutating func writeFrame(_ header: FrameHeader, body: [UInt8] = []) {
        appendFrame(header, body)
    }

    @usableFromInline
    mutating func openFrame(_ header: FrameHeader) -> Int {
        let start: Int = bytes.count
        appendHeader(header)
        return start
    }

    @usableFromInline
    mutating func closeFrame(_ start: Int) -> Int {
        let length: Int = length(from: start + 4)
        overwrite32(UInt32(length), at: start)
        return length
    }
}

extension Array where Element == UInt8 {
    /// Appends a whole frame with a body that is there already.
    public mutating func append(frame header: FrameHeader, body: [UInt8]) {
        append(header: header, bodyBytes: body.count, adding: body.count)
        append(contentsOf: body)
    }

    /// Appends the header of a frame whose body follows.
    /// - Parameters:
    ///   - bodyBytes: the body's size.
    ///   - adding: how many bytes of it will be appended here, to make room at once.
    public mutating func append(header: FrameHeader, bodyBytes: Int, adding: Int = 0) {
        let length: UInt32 = UInt32(FrameHeader.minimumLength + bodyBytes)
        append(addingCapacity: FrameHeader.size + adding) { output in
            for index: UInt32 in 0..<4 { output.append(UInt8(truncatingIfNeeded: length >> (8 * index))) }
            output.append(header.type.rawValue)
            output.append(header.flags.rawValue)
            output.append(UInt8(truncatingIfNeeded: header.board))
            output.append(UInt8(truncatingIfNeeded: header.board >> 8))
            for index: UInt32 in 0..<4 { output.append(UInt8(truncatingIfNeeded: header.stream >> (8 * index))) }
        }
    }
}
