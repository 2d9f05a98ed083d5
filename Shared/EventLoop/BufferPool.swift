/// The write buffers of a loop's sockets that have nothing to write, kept for those that will.
///
/// So a busy socket finds a warm buffer at every turn, and ten thousand idle ones hold none.
struct BufferPool {
    /// Buffers that are kept at most.
    private static let mostBuffers: Int = 8
    /// A buffer that grew above this many bytes is given back to the system.
    static let keptCapacity: Int = 256 * 1024

    private var buffers: [[UInt8]] = []

    /// An empty buffer, if there is one with room.
    mutating func take() -> [UInt8] {
        buffers.popLast() ?? []
    }

    /// Keeps the memory of `buffer`, whose content is of no use any more.
    mutating func give(_ buffer: consuming [UInt8]) {
        guard buffer.capacity > 0, buffer.capacity <= Self.keptCapacity, buffers.count < Self.mostBuffers else { return }
        buffer.removeAll(keepingCapacity: true)
        buffers.append(buffer)
    }
}
