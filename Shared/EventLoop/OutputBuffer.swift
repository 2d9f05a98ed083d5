import Glibc

/// The unsent bytes of one socket, and the descriptors that go with them.
///
/// The order is `segments`, then `open`. Invariants: the first `head` bytes of the first of them, possibly all of `open`, have
/// been sent; no segment is empty; `count` is what is left.
struct OutputBuffer {
    /// An array of this size or more is sent from where it is, without a copy.
    static let ownSegment: Int = 64 * 1024
    /// A buffer that grew beyond this many bytes is freed when it is empty.
    static let keptCapacity: Int = 256 * 1024
    /// From this many bytes on, output is sent before the turn's end, so that the peer can work on it meanwhile.
    static let earlyWrite: Int = 4 * 1024
    /// Sent bytes are removed only from this many on: removing them each time costs more than appending behind them.
    private static let mostWritten: Int = 4 * 1024
    private static let maxSegments: Int = 16

    private(set) var count: Int = 0
    /// Where small writes are appended in place.
    private var open: [UInt8] = []
    private var segments: [[UInt8]] = []
    private var head: Int = 0
    private var descriptors: [OwnedDescriptor] = []

    var isEmpty: Bool { count == 0 && descriptors.isEmpty }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        count += bytes.count
        guard bytes.count >= Self.ownSegment else {
            open.append(contentsOf: bytes)
            return
        }
        if segments.isEmpty, head == open.count {
            removeWritten()
        } else if !open.isEmpty {
            segments.append(open)
            open = []
        }
        segments.append(bytes)
    }

    mutating func append(_ descriptor: OwnedDescriptor) {
        descriptors.append(descriptor)
    }

    /// Lets `body` append to the open buffer in place, with memory from `pool` if it has none yet.
    mutating func append(from pool: BufferPool, _ body: (inout [UInt8]) -> Void) {
        if open.capacity == 0 { takeMemory(from: pool) }
        let before: Int = open.count
        body(&open)
        precondition(open.count >= before, "what was written before was taken back")
        count += open.count - before
    }

    /// Stale bytes in the recycled memory stay in front, marked as sent by ``head``; but not behind segments, because then
    /// ``head`` refers to those.
    private mutating func takeMemory(from pool: BufferPool) {
        pool.takeUsed(into: &open)
        if segments.isEmpty, open.count < Self.mostWritten {
            head = open.count
        } else {
            open.removeAll(keepingCapacity: true)
        }
    }

    /// Returns the memory to the pool once everything is sent.
    mutating func release(to pool: BufferPool) {
        guard isEmpty, open.capacity > 0 else { return }
        var buffer: [UInt8] = []
        swap(&buffer, &open)
        head = 0
        pool.give(buffer)
    }

    mutating func removeAll() {
        self = OutputBuffer()
    }

    /// Offers everything to the kernel in one system call; returns the number of bytes it took, or -1 with errno.
    mutating func write(to descriptor: Int32) -> Int {
        var written: Int
        repeat {
            written = segments.isEmpty && descriptors.isEmpty ? sendOpen(descriptor) : sendSegments(descriptor)
        } while written < 0 && errno == EINTR
        if written > 0 { advance(by: written) }
        return written
    }

    private func sendOpen(_ descriptor: Int32) -> Int {
        unsafe open.withUnsafeBytes { bytes in
            unsafe send(descriptor, bytes.baseAddress! + head, bytes.count - head, SocketFlags.noSignal | SocketFlags.dontWait)
        }
    }

    private mutating func sendSegments(_ descriptor: Int32) -> Int {
        let passed: ArraySlice<OwnedDescriptor> = descriptors.prefix(ControlMessage.maxDescriptors)
        let written: Int = unsafe withUnsafeTemporaryAllocation(of: iovec.self, capacity: Self.maxSegments + 1) { vectors in
            unsafe withUnsafeTemporaryAllocation(byteCount: ControlMessage.capacity, alignment: 8) { control in
                var message: msghdr = unsafe msghdr()
                if !passed.isEmpty {
                    unsafe message.msg_control = control.baseAddress
                    unsafe message.msg_controllen = ControlMessage.write(passed, to: control)
                }
                unsafe message.msg_iov = vectors.baseAddress
                return unsafe gather(0, into: vectors) { used in
                    unsafe message.msg_iovlen = used
                    return unsafe sendmsg(descriptor, &message, SocketFlags.noSignal | SocketFlags.dontWait)
                }
            }
        }
        if written > 0 { descriptors.removeFirst(passed.count) }
        return written
    }

    /// Points the vectors at the segments and at `open`, one level of recursion each, because an array's address is valid only
    /// inside its closure.
    private func gather(_ index: Int, into vectors: UnsafeMutableBufferPointer<iovec>, _ body: (Int) -> Int) -> Int {
        let skipped: Int = index == 0 ? head : 0
        if index < min(segments.count, Self.maxSegments) {
            return unsafe segments[index].withUnsafeBytes { bytes in
                unsafe vectors[index] = Self.vector(bytes, skipping: skipped)
                return unsafe gather(index + 1, into: vectors, body)
            }
        }
        guard segments.count <= Self.maxSegments, !open.isEmpty else { return body(index) }
        return unsafe open.withUnsafeBytes { bytes in
            unsafe vectors[index] = Self.vector(bytes, skipping: skipped)
            return body(index + 1)
        }
    }

    private static func vector(_ bytes: UnsafeRawBufferPointer, skipping skipped: Int) -> iovec {
        unsafe iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress! + skipped), iov_len: bytes.count - skipped)
    }

    private mutating func advance(by written: Int) {
        count -= written
        var position: Int = head + written
        var finished: Int = 0
        while finished < segments.count, position >= segments[finished].count {
            position -= segments[finished].count
            finished += 1
        }
        segments.removeFirst(finished)
        head = position
        // Otherwise a socket that is always a little behind would keep everything it ever sent.
        if segments.isEmpty, head >= Self.mostWritten, head * 2 >= open.count { removeWritten() }
    }

    private mutating func removeWritten() {
        open.removeFirst(head)
        head = 0
    }
}
