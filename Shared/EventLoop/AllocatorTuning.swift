import CLibuv

/// Tunes the C library's allocator for a process that is one loop (mallopt(3)).
enum AllocatorTuning {
    /// Blocks of this many bytes or more get a mapping of their own. The default is 128 KiB, and at that every copy of a
    /// one-megabyte message was mapped, faulted in page by page, and unmapped again.
    private static let mappingThreshold: Int32 = 32 << 20
    /// Free bytes kept at the end of the heap instead of being returned at once: room for a few large messages.
    private static let keptBytes: Int32 = 8 << 20

    static func apply() {
        mallopt(M_MMAP_THRESHOLD, mappingThreshold)
        mallopt(M_TRIM_THRESHOLD, keptBytes)
    }

    /// Returns every free page to the system (malloc_trim(3)). By itself the allocator returns only what is free at the heap's
    /// end.
    static func trim() {
        malloc_trim(0)
    }
}

extension EventLoop {
    /// Returns the allocator's free memory to the system, on a thread of the pool. For use after a peak. From any thread.
    public func giveBackMemory() {
        guard isCurrent else { return execute { self.giveBackMemory() } }
        startDetachedTask { try? await self.offload { AllocatorTuning.trim() } }
    }
}
