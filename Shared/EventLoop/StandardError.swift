import Glibc

/// Writes to standard error without waiting for a reader that does not read.
public enum StandardError {
    /// What a pipe takes whole once poll(2) says that it is writable (PIPE_BUF; see pipe(7)).
    private static let pieceBytes: Int = 4096

    /// Writes all of `bytes`, in pieces, or stops where nobody reads for `patience`. Any thread.
    /// - Returns: whether all was written.
    @discardableResult
    public static func write(_ bytes: [UInt8], patience: Duration = .milliseconds(50)) -> Bool {
        let milliseconds: Int32 = Int32(clamping: max(1, Int64(patience / .milliseconds(1))))
        var start: Int = 0
        while start < bytes.count {
            guard isWritable(within: milliseconds) else { return false }
            let written: Int = unsafe bytes[start..<min(start + pieceBytes, bytes.count)].withUnsafeBytes { piece in
                unsafe Glibc.write(STDERR_FILENO, piece.baseAddress, piece.count)
            }
            if written < 0, errno == EINTR || errno == EAGAIN { continue }
            guard written > 0 else { return false }
            start += written
        }
        return true
    }

    private static func isWritable(within milliseconds: Int32) -> Bool {
        var entry: pollfd = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&entry, 1, milliseconds) > 0 && Int32(entry.revents) & POLLOUT != 0
    }
}
