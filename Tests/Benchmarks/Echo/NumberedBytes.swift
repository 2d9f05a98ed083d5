/// Bytes that differ from call to call, so that a mixed-up reply is seen: eight for the number, then the same ones always.
///
/// They are numbered and compared in place, about as cheaply as the C peers do it: what the client costs counts in the ratio.
struct NumberedBytes: Sendable {
    private(set) var bytes: [UInt8]

    init(count: Int) {
        let pattern: [UInt8] = (0..<min(count, 256)).map { UInt8($0) }
        bytes = []
        bytes.reserveCapacity(count)
        // One byte after the other, a debug build takes milliseconds for 64 KiB, and nobody else is served meanwhile.
        while bytes.count < count { bytes += pattern.prefix(count - bytes.count) }
    }

    mutating func number(_ number: Int) {
        guard bytes.count >= 8 else { return }
        for place: Int in 0..<8 { bytes[place] = UInt8(truncatingIfNeeded: number >> (place * 8)) }
    }

    /// Whether `reply` is these bytes, `times` over.
    func areEchoed(by reply: [UInt8], times: Int = 1) -> Bool {
        guard reply.count == bytes.count * times else { return false }
        let reply: Span<UInt8> = reply.span
        for time: Int in 0..<times {
            let start: Int = time * bytes.count
            guard Self.areEqual(bytes.span, reply.extracting(start..<start + bytes.count)) else { return false }
        }
        return true
    }

    /// `==` of two arrays looks at one byte after the other, which takes longer than it takes the kernel to copy them. Without
    /// a way out of the loop the compiler makes vector instructions of it.
    private static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index: Int in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }
}
