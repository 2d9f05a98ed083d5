import DequeModule

/// Recycles the memory of buffers. Not `Sendable`: it belongs to an object that belongs to a loop.
public final class BufferPool {
    private let mostBuffers: Int
    private let keptCapacity: Int
    // Changed here only, and never while other code runs.
    @exclusivity(unchecked) private var buffers: UniqueDeque<[UInt8]> = UniqueDeque()

    /// Creates an empty pool.
    /// - Parameters:
    ///   - mostBuffers: the most buffers to keep.
    ///   - keptCapacity: a buffer that grew beyond this many bytes is freed.
    public init(mostBuffers: Int, keptCapacity: Int) {
        self.mostBuffers = mostBuffers
        self.keptCapacity = keptCapacity
    }

    /// Replaces `buffer` by a recycled one, if there is one. Its stale content is meaningless.
    func takeUsed(into buffer: inout [UInt8]) {
        if let used: [UInt8] = unsafe buffers.popLast() { buffer = used }
    }

    /// A buffer with a copy of these bytes.
    public func take(copying bytes: borrowing Span<UInt8>) -> [UInt8] {
        var buffer: [UInt8] = unsafe buffers.popLast() ?? []
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe buffer.replaceSubrange(0..<buffer.count, with: bytes)
        }
        return buffer
    }

    /// Keeps the memory of `buffer` for reuse; its content is no longer needed.
    public func give(_ buffer: consuming [UInt8]) {
        guard buffer.capacity > 0, buffer.capacity <= keptCapacity, unsafe buffers.count < mostBuffers else { return }
        // Not emptied here: the next user may overwrite the content.
        unsafe buffers.append(buffer)
    }
}
