import CLibuv

/// How the C library's allocator is set up for a process that is one loop (mallopt(3)).
enum AllocatorTuning {
    /// Bytes from which a block is a mapping of its own. By default 128 KiB: a message of a megabyte was mapped, touched
    /// page by page for the first time, and unmapped again, for each of its copies.
    private static let mappingThreshold: Int32 = 32 << 20
    /// Free bytes at the end of the heap that are not given back at once: room for a few large messages.
    private static let keptBytes: Int32 = 8 << 20

    static func apply() {
        mallopt(M_MMAP_THRESHOLD, mappingThreshold)
        mallopt(M_TRIM_THRESHOLD, keptBytes)
    }

    /// Gives every free page back to the system (malloc_trim(3)); the allocator by itself gives back what is free at the heap's end.
    static func trim() {
        malloc_trim(0)
    }
}

extension EventLoop {
    /// Has the allocator give what is free back to the system, on another thread: after much was used that is not used any more.
    public func giveBackMemory() {
        startDetachedTask { try? await self.offload { AllocatorTuning.trim() } }
    }
}
