internal import ColonnadeContract

extension Pipe {
    /// Writes a frame with an encoded body; a large body is sent without a copy.
    func writeFrame(_ header: FrameHeader, body: [UInt8] = []) {
        guard body.count >= Self.ownPiece else { return write { $0.append(frame: header, body: body) } }
        write { $0.append(header: header, bodyBytes: body.count) }
        write(piece: body)
    }

    /// A body of this size or more is not copied into the output buffer.
    private static var ownPiece: Int { 64 * 1024 }

    /// Writes a frame with a message as its body.
    func writeFrame<Message: WireMessage>(_ header: FrameHeader, _ message: Message) {
        _ = writeFrame(header, message, limit: .max)
    }

    /// Writes a frame with a message as its body, unless the frame is longer than `limit`, without its length field.
    /// - Returns: the size of the body.
    func writeFrame<Message: WireMessage>(_ header: FrameHeader, _ message: Message, limit: Int) -> (bytes: Int, isWritten: Bool) {
        writeFrame(header, limit: limit) { message.encode(into: &$0) }
    }

    /// Writes an ACTIVATE like ``writeActivate(_:metadata:input:)``, with an Input that is encoded here, unless the Input is
    /// longer than `room`.
    /// - Returns: the size of an Input that was too long; nil if the frame was written.
    func writeActivate<Input: WireMessage>(_ header: FrameHeader, metadata: [UInt8]?, _ input: Input, room: Int) -> Int? {
        guard let metadata else {
            let (bytes, isWritten): (Int, Bool) = writeFrame(header, input, limit: FrameHeader.minimumLength + room)
            return isWritten ? nil : bytes
        }
        let front: [UInt8] = Self.front(metadata)
        var header: FrameHeader = header
        header.flags.insert(.metadata)
        let limit: Int = FrameHeader.minimumLength + front.count + room
        let (bytes, isWritten): (Int, Bool) = writeFrame(header, limit: limit) { writer in
            writer.raw(front)
            input.encode(into: &writer)
        }
        return isWritten ? nil : bytes - front.count
    }

    @inline(__always) private func writeFrame(
        _ header: FrameHeader, limit: Int, _ body: (inout WireWriter) -> Void
    ) -> (bytes: Int, isWritten: Bool) {
        var length: Int = 0
        var rest: (long: [UInt8], back: [UInt8])?
        write { buffer in
            let start: Int = buffer.count
            var writer: WireWriter = WireWriter(appendingTo: take(&buffer), keepsLongField: true)
            length = writer.writeFrame(header, body)
            buffer = writer.takeBytes()
            if length > limit {
                buffer.removeLast(buffer.count - start)
            } else if writer.hasLongField, let (long, offset): ([UInt8], Int) = writer.longField {
                rest = (long, [UInt8](buffer[offset...]))
                buffer.removeLast(buffer.count - offset)
            }
        }
        if let rest {
            write(piece: rest.long)
            write(piece: rest.back)
        }
        return (length - FrameHeader.minimumLength, length <= limit)
    }

    /// Writes an ACTIVATE: encoded metadata with its length, if there is any, then the Input.
    func writeActivate(_ header: FrameHeader, metadata: [UInt8]?, input: EncodedMessage) {
        guard let metadata else { return writeFrame(header, input) }
        let front: [UInt8] = Self.front(metadata)
        var header: FrameHeader = header
        header.flags.insert(.metadata)
        write { [header] buffer in
            buffer.append(header: header, bodyBytes: front.count + input.count, adding: front.count)
            buffer += front
        }
        writePieces(of: input)
    }

    /// The bytes before an Input: the length of the metadata, and the metadata.
    private static func front(_ metadata: [UInt8]) -> [UInt8] {
        var writer: WireWriter = WireWriter()
        writer.varint(UInt64(metadata.count))
        writer.raw(metadata)
        return writer.bytes
    }

    private func writeFrame(_ header: FrameHeader, _ message: EncodedMessage) {
        guard message.longField != nil else { return writeFrame(header, body: message.bytes) }
        write { $0.append(header: header, bodyBytes: message.count) }
        writePieces(of: message)
    }

    private func writePieces(of message: EncodedMessage) {
        guard let (long, offset): ([UInt8], Int) = message.longField else { return write(piece: message.bytes) }
        write(piece: [UInt8](message.bytes[..<offset]))
        write(piece: long)
        write(piece: [UInt8](message.bytes[offset...]))
    }

    /// Writes PING or PONG.
    func writePing(_ type: FrameType, _ payload: UInt64) {
        writeFrame(FrameHeader(type), body: (0..<8).map { UInt8(truncatingIfNeeded: payload >> UInt64(8 * $0)) })
    }

    /// Says on stream 0 why the connection ends.
    func writeEnd(_ fault: Fault) {
        writeFrame(FrameHeader(.fail), Fail(fault))
    }
}

/// Moves a buffer out, so that a writer can append to it without a copy.
private func take(_ buffer: inout [UInt8]) -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &buffer)
    return taken
}
