import CLibuv
import Glibc

extension UnixSocket {
    /// Reads the next `count` bytes, 1 or more, behind what `buffer` holds instead of into the loop's read buffer, which saves a
    /// copy. The handler gets them by `didFill` when all have arrived. On the loop, once at a time.
    public func read(_ count: Int, into buffer: consuming [UInt8]) {
        loop.preconditionCurrent()
        precondition(count > 0 && fillingMissing == 0, "a socket fills one buffer at a time")
        buffer.reserveCapacity(buffer.count + count)
        filling = buffer
        (fillingMissing, fillingTotal) = (count, count)
    }

    /// How many bytes of the current ``read(_:into:)`` have come; 0 while there is none. On the loop.
    public var filledBytes: Int { fillingMissing > 0 ? fillingTotal - fillingMissing : 0 }
}

extension UnixSocket: PollOwner {
    func pollReady(_ events: Int32, failed: Bool) {
        if isBlocked, failed || events & Int32(UV_WRITABLE.rawValue) != 0 {
            // Flushed with whatever this turn adds.
            isFlushQueued = true
            loop.flushLater(self)
        }
        if failed || events & Int32(UV_READABLE.rawValue) != 0 {
            unsafe loop.loneSocket.noteRead(of: self)
            readOnce()
        }
        if failed { updateInterest() }
    }

    /// Reads what is available, up to a buffer full. Returns whether there was anything: bytes, the end or an error.
    @discardableResult
    func readOnce() -> Bool {
        guard let number: Int32 = descriptor?.number, state == .open, !isPaused, !closesAfterFlush else { return false }
        guard handler?.socketMayRead(self) != false || hasWriteFailed else { return false }
        let isFilling: Bool = fillingMissing > 0
        let count: Int = isFilling ? fill(number) : receiveShared(number)
        if count < 0, errno == EAGAIN || errno == EINTR { return false }
        guard state == .open else { return true }
        if count > 0 {
            if isFilling { didFill(count) } else { didRead(count) }
            guard writeError != nil else { return true }
            lastBytes -= count
            if lastBytes < 0 { end(.error(writeError!)) }
        } else if count == 0 {
            reachedEnd()
        } else {
            end(.error(writeError ?? SocketError(operation: .read)))
        }
        return true
    }

    private func didRead(_ count: Int) {
        guard let handler else { return }
        let bytes: UnsafeRawBufferPointer = unsafe UnsafeRawBufferPointer(rebasing: loop.readBuffer[..<count])
        unsafe handler.socket(self, didRead: bytes.assumingMemoryBound(to: UInt8.self).span)
        if fillingMissing == 0, count >= Self.littleBytes { readsLittle = false }
    }

    private func didFill(_ count: Int) {
        fillingMissing -= count
        readsLittle = true
        guard fillingMissing == 0 else { return }
        var buffer: [UInt8] = []
        swap(&buffer, &filling)
        handler?.socket(self, didFill: buffer)
    }

    /// How much to read of what may be the next large message: enough to recognise one.
    private static var littleBytes: Int { 16 << 10 }

    private func receiveShared(_ descriptor: Int32) -> Int {
        let room: Int = unsafe readsLittle ? Self.littleBytes : min(mostBytesOfRead, loop.readBuffer.count)
        if acceptsDescriptors { return receiveWithDescriptors(descriptor, room) }
        return unsafe recv(descriptor, loop.readBuffer.baseAddress, room, SocketFlags.dontWait)
    }

    /// Reads into the final buffer. The kernel closes descriptors among the bytes.
    private func fill(_ descriptor: Int32) -> Int {
        var buffer: [UInt8] = []
        swap(&buffer, &filling)
        var received: Int = 0
        buffer.append(addingCapacity: fillingMissing) { output in
            unsafe output.withUnsafeMutableBufferPointer { memory, count in
                received = unsafe recv(descriptor, memory.baseAddress! + count, fillingMissing, SocketFlags.dontWait)
                count += max(received, 0)
            }
        }
        swap(&buffer, &filling)
        return received
    }

    private func receiveWithDescriptors(_ number: Int32, _ room: Int) -> Int {
        let buffer: UnsafeMutableRawBufferPointer = unsafe UnsafeMutableRawBufferPointer(rebasing: loop.readBuffer[..<room])
        guard let reception = unsafe Reception.receive(number, into: buffer) else { return -1 }
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
