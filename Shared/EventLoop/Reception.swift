import Glibc

/// The result of one recvmsg; the bytes are in the caller's buffer.
struct Reception {
    let count: Int
    let descriptors: [OwnedDescriptor]
    let credentials: PeerCredentials?

    /// Receives once, without waiting; nil with errno on failure.
    @unsafe static func receive(_ number: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Reception? {
        unsafe withUnsafeTemporaryAllocation(byteCount: ControlMessage.capacity, alignment: 8) { control in
            var vector: iovec = unsafe iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
            return unsafe withUnsafeMutablePointer(to: &vector) { vector in
                var message: msghdr = unsafe msghdr()
                unsafe message.msg_iov = vector
                unsafe message.msg_iovlen = 1
                unsafe message.msg_control = control.baseAddress
                unsafe message.msg_controllen = control.count
                let count: Int = unsafe recvmsg(number, &message, SocketFlags.dontWait | SocketFlags.closeOnExec)
                guard count >= 0 else { return nil }
                guard unsafe message.msg_controllen > 0 else { return Reception(count: count, descriptors: [], credentials: nil) }
                let received: UnsafeRawBufferPointer = unsafe UnsafeRawBufferPointer(rebasing: control[..<message.msg_controllen])
                let (descriptors, credentials) = unsafe ControlMessage.read(received)
                return Reception(count: count, descriptors: descriptors, credentials: credentials)
            }
        }
    }
}
