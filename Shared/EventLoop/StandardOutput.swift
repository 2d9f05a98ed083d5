import Glibc
import Synchronization

/// Unbuffered standard output: what was written is visible at once, also to a pipe's reader.
public enum StandardOutput {
    /// Whether it is a terminal.
    public static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The columns of the terminal; nil where it is none, or does not know.
    public static var width: Int? {
        var size: winsize = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Why something could not be written, as the system's errno; nil where nothing was lost but what nobody reads any more.
    public static var failure: Int32? {
        let code: Int32 = firstFailure.load(ordering: .relaxed)
        return code == 0 ? nil : code
    }

    private static let firstFailure: Atomic<Int32> = Atomic(0)

    /// Writes all of `bytes`. Blocks the thread while the reader is slow. Any thread.
    /// - Returns: false if the reader has gone, or the disk is full; see ``failure``.
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
            guard written > 0 else {
                if errno != EPIPE { _ = firstFailure.compareExchange(expected: 0, desired: errno, ordering: .relaxed) }
                return false
            }
            start += written
        }
        return true
    }

    /// Writes all of `bytes`, in pieces; gives up if nobody reads for `patience`: for output that may be lost. Any thread.
    /// - Returns: whether all was written.
    @discardableResult
    public static func write(_ bytes: [UInt8], patience: Duration) -> Bool {
        PatientWriting.write(bytes, to: STDOUT_FILENO, patience: patience)
    }
}
