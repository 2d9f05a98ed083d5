import CLibuv
import Glibc

extension UnixSocket: PollOwner {
    func pollReady(_ events: Int32, failed: Bool) {
        if isBlocked, failed || events & Int32(UV_WRITABLE.rawValue) != 0 {
            // Flushed with whatever this turn adds.
            isFlushQueued = true
            loop.flushLater(self)
        }
        if failed || events & Int32(UV_READABLE.rawValue) != 0 { readOnce() }
        if failed { updateInterest() }
    }

    private func readOnce() {
        guard let descriptor, state == .open, !isPaused, !closesAfterFlush else { return }
        let count: Int = acceptsDescriptors ? receiveWithDescriptors(descriptor.number) : receive(descriptor.number)
        guard state == .open else { return }
        if count > 0 {
            guard let handler else { return }
            let bytes: UnsafeRawBufferPointer = unsafe UnsafeRawBufferPointer(rebasing: loop.readBuffer[..<count])
            unsafe handler.socket(self, didRead: bytes.assumingMemoryBound(to: UInt8.self).span)
            guard writeError != nil else { return }
            lastBytes -= count
            if lastBytes < 0 { end(.error(writeError!)) }
        } else if count == 0 {
            reachedEnd()
        } else if errno != EAGAIN, errno != EINTR {
            end(.error(writeError ?? SocketError(operation: .read)))
        }
    }

    private func receive(_ descriptor: Int32) -> Int {
        unsafe recv(descriptor, loop.readBuffer.baseAddress, loop.readBuffer.count, SocketFlags.dontWait)
    }

    private func receiveWithDescriptors(_ number: Int32) -> Int {
        guard let reception = unsafe Reception.receive(number, into: loop.readBuffer) else { return -1 }
        if !reception.descriptors.isEmpty { report(reception.descriptors) }
        return reception.count
    }

    private func report(_ descriptors: [OwnedDescriptor]) {
        for descriptor in descriptors where state == .open {
            handler?.socket(self, didReceive: descriptor)
        }
    }

    private func reachedEnd() {
        if let writeError { return end(.error(writeError)) }
        state = .readEnded
        updateInterest()
        let handler: (any UnixSocketHandler)? = handler
        handler?.socket(self, didEnd: .endOfFile)
        if !staysOpenAfterEndOfFile { closeAfterFlush() }
    }
}
