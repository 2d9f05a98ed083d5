import Glibc

/// Queueing bytes and descriptors, and flushing them to the kernel.
extension UnixSocket {
    /// Bytes written here that the kernel has not taken yet.
    public var queuedBytes: Int { unsafe output.count }

    /// Whether the kernel has refused output, which the peer must read first. On the loop.
    public var isRefused: Bool { isBlocked }

    /// Lets `body` append, in place, to the output that is sent at the end of this turn.
    ///
    /// `body` must not change existing bytes and must not use this socket. On a closed socket, what it appends is dropped. On the
    /// loop.
    public func write(_ body: (inout [UInt8]) -> Void) {
        loop.preconditionCurrent()
        guard canWrite else {
            var dropped: [UInt8] = []
            return body(&dropped)
        }
        precondition(!isLent, "a socket was used while it was written to")
        isLent = true
        unsafe output.append(from: buffers, body)
        isLent = false
        writeEarly()
        flushLater()
    }

    /// Sends `bytes` at the end of this turn, without a copy from 64 KiB on. Dropped on a closed socket. On the loop.
    public func write(_ bytes: [UInt8]) {
        loop.preconditionCurrent()
        guard canWrite else { return }
        precondition(!isLent, "a socket was used while it was written to")
        unsafe output.append(bytes)
        writeEarly()
        flushLater()
    }

    /// Passes a descriptor to the peer, before or with the bytes written after this call. At least one byte must follow, because
    /// the kernel carries descriptors only with bytes. On the loop.
    public func send(_ descriptor: OwnedDescriptor) {
        loop.preconditionCurrent()
        guard canWrite else { return }
        unsafe output.append(descriptor)
    }

    /// Shuts down the writing direction once everything is sent; reading goes on. On the loop.
    public func finishWriting() {
        loop.preconditionCurrent()
        guard canWrite else { return }
        finishesAfterFlush = true
        flushLater()
    }

    private var canWrite: Bool {
        state != .closed && !closesAfterFlush && !finishesAfterFlush && writeError == nil
    }

    func flushLater() {
        guard !isFlushQueued, !isBlocked else { return }
        isFlushQueued = true
        loop.flushLater(self)
    }

    /// Sends large output at once: if both processes waited for the turn's end, they would work in alternation. An error shows
    /// again, and is reported, at the turn's end.
    private func writeEarly() {
        guard !isBlocked, queuedBytes >= OutputBuffer.earlyWrite, let descriptor else { return }
        loop.writeCalls += 1
        _ = unsafe output.write(to: descriptor.number)
    }

    /// Whether writing has failed: output is dropped, and only reading goes on.
    public var hasWriteFailed: Bool { writeError != nil }

    /// Called by the loop at the end of a turn with output, or when the kernel has room again.
    func flush() {
        isFlushQueued = false
        guard let number: Int32 = descriptor?.number, state != .closed, writeError == nil, !isLent else { return }
        if queuedBytes > 0 {
            loop.writeCalls += 1
            if unsafe output.write(to: number) < 0, errno != EAGAIN {
                return writeFailed(SocketError(operation: .write))
            }
        }
        unsafe output.release(to: buffers)
        let wasBlocked: Bool = isBlocked
        isBlocked = queuedBytes > 0
        if isBlocked != wasBlocked { updateInterest() }
        guard !isBlocked else { return }
        if finishesAfterFlush { shutdown(number, Int32(SHUT_WR)) }
        let isClosing: Bool = closesAfterFlush
        if wasBlocked, state == .readEnded || !isClosing { handler?.socketDidDrain(self) }
        if isClosing { close() }
    }

    /// Offers the output to the kernel without waiting for the turn's end. On the loop.
    /// - Returns: whether the kernel has everything.
    public func flushNow() -> Bool {
        loop.preconditionCurrent()
        if queuedBytes > 0 { flush() }
        return queuedBytes == 0 && !hasWriteFailed && !isClosed
    }

    /// Drops the output and reads to the end: what the peer said before it went may explain why.
    private func writeFailed(_ error: SocketError) {
        guard state == .open, poll != nil, !closesAfterFlush else { return end(.error(error)) }
        writeError = error
        unsafe output.removeAll()
        isBlocked = false
        isPaused = false
        updateInterest()
    }
}
