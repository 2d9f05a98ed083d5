import Glibc

/// Writes to standard error, with a time-out for readers that do not read.
public enum StandardError {
    /// Writes all of `bytes`, in pieces; gives up if nobody reads for `patience`. Any thread.
    /// - Returns: whether all was written.
    @discardableResult
    public static func write(_ bytes: [UInt8], patience: Duration = .milliseconds(50)) -> Bool {
        PatientWriting.write(bytes, to: STDERR_FILENO, patience: patience)
    }
}
