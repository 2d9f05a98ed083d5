extension UnixSocket {
    /// Offers what was written to the kernel without waiting for the turn's end. On the loop.
    /// - Returns: whether the kernel has everything.
    public func flushNow() -> Bool {
        loop.preconditionCurrent()
        if queuedBytes > 0 { flush() }
        return queuedBytes == 0 && !hasWriteFailed && !isClosed
    }
}
