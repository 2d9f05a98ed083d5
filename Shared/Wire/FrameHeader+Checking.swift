extension FrameHeader {
    /// Reads the header in front of `bytes`, which has all of it.
    init(checking bytes: Span<UInt8>) throws(FrameError) {
        let type: FrameType = try Self.type(bytes)
        let flags: FrameFlags = try Self.flags(bytes, of: type)
        let board: UInt16 = UInt16(bytes[6]) | UInt16(bytes[7]) << 8
        var stream: UInt32 = 0
        for index: Int in 0..<4 { stream |= UInt32(bytes[8 + index]) << UInt32(8 * index) }
        self.init(type, flags: flags, board: board, stream: stream)
    }

    /// Checks as much of a header as is there.
    static func check(_ front: Span<UInt8>, limit: Int) throws(FrameError) {
        if front.count >= 4 { _ = try length(front, limit: limit) }
        if front.count >= 5 {
            let type: FrameType = try type(front)
            if front.count >= 6 { _ = try flags(front, of: type) }
        }
    }

    /// What the length field says, of which all four bytes are there.
    static func length(_ bytes: Span<UInt8>, limit: Int) throws(FrameError) -> Int {
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
}
