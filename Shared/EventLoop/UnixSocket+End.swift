import Glibc

/// Closing a socket.
extension UnixSocket {
    /// Closes once the kernel has taken all output; stops reading now. A peer that does not read can delay this for ever: set a
    /// timer and call `close()` if that matters. On the loop; idempotent.
    public func closeAfterFlush() {
        loop.preconditionCurrent()
        guard state != .closed, !closesAfterFlush else { return }
        if unsafe output.isEmpty || writeError != nil { return close() }
        closesAfterFlush = true
        updateInterest()
        flushLater()
    }

    /// Shuts down both directions and closes. Unsent output is dropped, the peer can write no more, and everything it had written
    /// is read before this returns. So the handler has then seen all that the peer can ever have said. On the loop; idempotent.
    public func closeAfterReading() {
        loop.preconditionCurrent()
        guard state == .open, !closesAfterFlush, let descriptor, handler != nil else { return close() }
        unsafe output.removeAll()
        isPaused = false
        // unix(7): from here on the peer's writes fail with EPIPE, and an empty read means the end.
        Glibc.shutdown(descriptor.number, Int32(SHUT_RDWR))
        while state == .open, readOnce() {}
        close()
    }

    /// Closes at once and drops unsent output. The handler is told in the next job, unless it was told of an end before. On the
    /// loop; idempotent.
    public func close() {
        loop.preconditionCurrent()
        guard state != .closed else { return }
        let isReported: Bool = state == .readEnded
        release()
        if isReported {
            handler = nil
        } else if handler != nil {
            loop.add(.ended(self))
        }
    }

    func reportClosed() {
        let handler: (any UnixSocketHandler)? = handler
        self.handler = nil
        handler?.socket(self, didEnd: .closed)
    }

    func end(_ reason: SocketEnd) {
        guard state != .closed else { return }
        let isReported: Bool = state == .readEnded
        let handler: (any UnixSocketHandler)? = handler
        release()
        self.handler = nil
        if !isReported { handler?.socket(self, didEnd: reason) }
    }

    private func release() {
        state = .closed
        unsafe loop.loneSocket.noteClosed(self)
        poll?.close()
        poll = nil
        descriptor = nil
        unsafe output.removeAll()
        filling = []
        isBlocked = false
    }
}
