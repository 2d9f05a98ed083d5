import Glibc

/// The ways in which a socket comes to its end.
extension UnixSocket {
    /// Closes once all that was written is with the kernel; reads no more. A peer that does not read can delay this for
    /// ever: who cares sets a timer and calls `close()`. On the loop; again does nothing.
    public func closeAfterFlush() {
        loop.preconditionCurrent()
        guard state != .closed, !closesAfterFlush else { return }
        if unsafe output.isEmpty || writeError != nil { return close() }
        closesAfterFlush = true
        updateInterest()
        flushLater()
    }

    /// Ends both ways at once and closes: what was not written is dropped, the peer can write no more, and what it had written until
    /// then is read before this returns. So what the handler knows afterwards is all that the peer can ever have said. On the
    /// loop; again does nothing.
    public func closeAfterReading() {
        loop.preconditionCurrent()
        guard state == .open, !closesAfterFlush, let descriptor, handler != nil else { return close() }
        unsafe output.removeAll()
        isPaused = false
        // unix(7): from here on the peer's write fails with EPIPE, and a read that finds nothing is at the end.
        Glibc.shutdown(descriptor.number, Int32(SHUT_RDWR))
        while state == .open, readOnce() {}
        close()
    }

    /// Closes at once; what was not written is dropped. The handler hears of it in the next job, unless it heard of an end
    /// before. On the loop; again does nothing.
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
