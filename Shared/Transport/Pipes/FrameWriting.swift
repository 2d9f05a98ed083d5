internal import ColonnadeContract

extension Pipe {
    /// Writes a frame whose body is there already.
    func writeFrame(_ header: FrameHeader, body: [UInt8] = []) {
        write { buffer in
            var writer: WireWriter = WireWriter(appendingTo: take(&buffer))
            writer.writeFrame(header, body: body)
            buffer = writer.bytes
        }
    }

    /// Writes a frame with a message as its body.
    func writeFrame<Message: WireMessage>(_ header: FrameHeader, _ message: Message) {
        write { buffer in
            var writer: WireWriter = WireWriter(appendingTo: take(&buffer))
            writer.writeFrame(header) { message.encode(into: &$0) }
            buffer = writer.bytes
        }
    }

    /// Writes an ACTIVATE: encoded metadata behind its own length where there is some, then the Input.
    func writeActivate(_ header: FrameHeader, metadata: [UInt8]?, input: [UInt8]) {
        guard let metadata else { return writeFrame(header, body: input) }
        var header: FrameHeader = header
        header.flags.insert(.metadata)
        write { [header] buffer in
            var writer: WireWriter = WireWriter(appendingTo: take(&buffer))
            writer.writeFrame(header) { writer in
                writer.varint(UInt64(metadata.count))
                writer.raw(metadata)
                writer.raw(input)
            }
            buffer = writer.bytes
        }
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

/// Takes a buffer out, so that a writer can go on behind it without a copy.
private func take(_ buffer: inout [UInt8]) -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &buffer)
    return taken
}
