import Glibc

/// Writes to standard error without waiting for a reader that does not read.
public enum StandardError {
    /// Writes all of `bytes`, in pieces, or stops where nobody reads for `patience`. Any thread.
    /// - Returns: whether all was written.
    @discardableResult
    public static func write(_ bytes: [UInt8], patience: Duration = .milliseconds(50)) -> Bool {
        PatientWriting.write(bytes, to: STDERR_FILENO, patience: patience)
    }
}
