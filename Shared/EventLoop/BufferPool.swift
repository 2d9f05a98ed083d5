import DequeModule

/// Memory of buffers that are done with, for those to come. Not `Sendable`: it belongs to whoever belongs to a loop.
public final class BufferPool {
    private let mostBuffers: Int
    private let keptCapacity: Int
    // Changed here only, and never while other code runs.
    @exclusivity(unchecked) private var buffers: UniqueDeque<[UInt8]> = UniqueDeque()

    /// An empty pool.
    /// - Parameters:
    ///   - mostBuffers: how many are kept at most.
    ///   - keptCapacity: a buffer that grew above this many bytes is given back to the system.
    public init(mostBuffers: Int, keptCapacity: Int) {
        self.mostBuffers = mostBuffers
        self.keptCapacity = keptCapacity
    }

    /// Puts a buffer with whatever was in it, which is of no use, in the place of `buffer`, where there is one to be had.
    func takeUsed(into buffer: inout [UInt8]) {
        if let used: [UInt8] = unsafe buffers.popLast() { buffer = used }
    }

    /// A buffer with these bytes.
    public func take(copying bytes: borrowing Span<UInt8>) -> [UInt8] {
        var buffer: [UInt8] = unsafe buffers.popLast() ?? []
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe buffer.replaceSubrange(0..<buffer.count, with: bytes)
        }
        return buffer
    }

    /// Keeps the memory of `buffer`, whose content is of no use any more.
    public func give(_ buffer: consuming [UInt8]) {
        guard buffer.capacity > 0, buffer.capacity <= keptCapacity, unsafe buffers.count < mostBuffers else { return }
        // Not emptied here: whoever takes it may write over what it holds.
        unsafe buffers.append(buffer)
    }
}
