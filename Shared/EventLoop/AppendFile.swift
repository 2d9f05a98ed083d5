import Glibc

/// A file that only grows, and gives way to a fresh one when asked: a log.
///
/// Writes go to the page cache and are not synced. Not Sendable: it belongs to whoever made it.
public final class AppendFile {
    /// Where the file is.
    public let path: String
    /// The file's size in bytes, what others appended not counted.
    public private(set) var size: Int
    private let mode: UInt32
    private var descriptor: OwnedDescriptor

    /// Opens the file at `path` to append to it, and makes it with `mode` where there is none.
    public init(path: String, mode: UInt32 = 0o640) throws(SocketError) {
        self.path = path
        self.mode = mode
        descriptor = try OwnedDescriptor.open(path: path, flags: O_WRONLY | O_APPEND | O_CREAT, mode: mode)
        size = Self.size(descriptor)
    }

    /// Appends all of `bytes`. On an error (a full disk) a part may have been written.
    public func append(_ bytes: [UInt8]) throws(SocketError) {
        var offset: Int = 0
        while offset < bytes.count {
            let written: Int = unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(descriptor.number, buffer.baseAddress! + offset, buffer.count - offset)
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw SocketError(operation: .write, path: path)
            }
            offset += written
            size += written
        }
    }

    /// Renames the file to `path.1`, older ones to `path.2` and so on up to `path.<keeping>`, and starts an empty one. What
    /// was `path.<keeping>` is gone.
    public func rotate(keeping kept: Int) throws(SocketError) {
        precondition(kept >= 1, "rotation keeps at least one old file")
        for number in stride(from: kept - 1, through: 1, by: -1) {
            // A gap in the numbers is no error.
            unsafe rename("\(path).\(number)", "\(path).\(number + 1)")
        }
        guard unsafe rename(path, "\(path).1") == 0 else { throw SocketError(operation: .rename, path: path) }
        descriptor = try OwnedDescriptor.open(path: path, flags: O_WRONLY | O_APPEND | O_CREAT, mode: mode)
        size = 0
    }

    private static func size(_ descriptor: OwnedDescriptor) -> Int {
        max(0, Int(lseek(descriptor.number, 0, Int32(SEEK_END))))
    }
}
