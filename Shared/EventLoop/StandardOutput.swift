import Glibc

/// Writes to standard output without a buffer between: what was written is there at once, also for a pipe's reader.
public enum StandardOutput {
    /// Whether a person looks at it.
    public static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes all of `bytes`; waits for a slow reader, and blocks its thread meanwhile. Any thread.
    /// - Returns: false where nobody reads any more.
    @discardableResult
    public static func write(_ bytes: [UInt8]) -> Bool {
        var start: Int = 0
        while start < bytes.count {
            let written: Int = unsafe bytes[start...].withUnsafeBytes { piece in
                unsafe Glibc.write(STDOUT_FILENO, piece.baseAddress, piece.count)
            }
            if written < 0, errno == EINTR { continue }
            if written < 0, errno == EAGAIN {
                var entry: pollfd = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                unsafe poll(&entry, 1, -1)
                continue
            }
            guard written > 0 else { return false }
            start += written
        }
        return true
    }

    /// Writes all of `bytes`, in pieces, or stops where nobody reads for `patience`: for what may be lost. Any thread.
    /// - Returns: whether all was written.
    @discardableResult
    public static func write(_ bytes: [UInt8], patience: Duration) -> Bool {
        PatientWriting.write(bytes, to: STDOUT_FILENO, patience: patience)
    }
}
