import ColonnadeWire
import Testing

/// Bytes worked out by hand from the frame table of the wire's description.
@Suite struct FrameVectorTests {
    private func frame(_ header: FrameHeader, _ body: [UInt8] = []) -> [UInt8] {
        var writer: WireWriter = WireWriter()
        writer.writeFrame(header, body: body)
        return writer.bytes
    }

    @Test func headers() {
        #expect(frame(FrameHeader(.complete, flags: .end, stream: 1)) == hex("08000000 13 01 0000 01000000"))
        #expect(
            frame(FrameHeader(.activate, flags: [.end, .metadata], board: 0x1234, stream: 0xdead_beef), [0xaa])
                == hex("09000000 10 03 3412 efbeadde aa"))
        #expect(frame(FrameHeader(.ping), [1, 2, 3, 4, 5, 6, 7, 8]) == hex("10000000 20 00 0000 00000000 0102030405060708"))
        #expect(frame(FrameHeader(.output, board: 0xffff, stream: .max)) == hex("08000000 11 00 ffff ffffffff"))
    }

    @Test func numbersOfTypes() {
        let numbers: [FrameType: UInt8] = [
            .hello: 0x01, .welcome: 0x02, .reject: 0x03, .describe: 0x04, .activate: 0x10, .output: 0x11, .command: 0x12,
            .complete: 0x13, .refuse: 0x14, .fail: 0x15, .cancel: 0x16, .credit: 0x17, .finish: 0x18, .ping: 0x20,
            .pong: 0x21, .drain: 0x22,
        ]
        #expect(numbers.count == FrameType.allCases.count)
        for (type, number): (FrameType, UInt8) in numbers { #expect(type.rawValue == number) }
    }

    @Test(arguments: [0, 1, 127, 128, 255, 256, 65_535, 65_536, 100_000])
    func lengthsAndBodiesWrittenInPlace(count: Int) {
        let body: [UInt8] = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        var writer: WireWriter = WireWriter(appendingTo: [9])
        writer.writeFrame(FrameHeader(.output, flags: .end, stream: 7)) { $0.raw(body) }
        #expect(writer.bytes == [9] + frame(FrameHeader(.output, flags: .end, stream: 7), body))
        let length: Int = count + 8
        #expect(writer.bytes[1...4] == [UInt8(length & 255), UInt8(length >> 8 & 255), UInt8(length >> 16 & 255), 0])
    }
}
