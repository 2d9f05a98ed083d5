import Glibc

/// Writes to a descriptor with a time-out for readers that do not read.
enum PatientWriting {
    /// The bytes that a pipe takes atomically once poll(2) reports it writable (PIPE_BUF; see pipe(7)).
    private static let pieceBytes: Int = 4096

    /// Writes all of `bytes`, in pieces; gives up if nobody reads for `patience`. Any thread.
    /// - Returns: whether all was written.
    static func write(_ bytes: [UInt8], to descriptor: Int32, patience: Duration) -> Bool {
        let milliseconds: Int32 = Int32(clamping: max(1, Int64(patience / .milliseconds(1))))
        var start: Int = 0
        while start < bytes.count {
            guard isWritable(descriptor, within: milliseconds) else { return false }
            let written: Int = unsafe bytes[start..<min(start + pieceBytes, bytes.count)].withUnsafeBytes { piece in
                unsafe Glibc.write(descriptor, piece.baseAddress, piece.count)
            }
            if written < 0, errno == EINTR || errno == EAGAIN { continue }
            guard written > 0 else { return false }
            start += written
        }
        return true
    }

    private static func isWritable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var entry: pollfd = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&entry, 1, milliseconds) > 0 && Int32(entry.revents) & POLLOUT != 0
    }
}
