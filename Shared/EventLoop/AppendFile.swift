import Glibc

/// A log: an append-only file that can be rotated.
///
/// Writes go to the page cache and are not synced. Not Sendable: it belongs to its creator.
public final class AppendFile {
    /// Where the file is.
    public let path: String
    /// The file's size in bytes after the last write.
    public private(set) var size: Int
    private let mode: UInt32
    private var descriptor: OwnedDescriptor

    /// Opens the file at `path` for appending, and creates it with `mode` if it does not exist.
    public init(path: String, mode: UInt32 = 0o600) throws(SocketError) {
        self.path = path
        self.mode = mode
        descriptor = try Self.open(path, mode)
        size = FileIdentity(descriptor: descriptor.number)?.size ?? 0
    }

    /// Appends all of `bytes`. After an error (a full disk) none of them stays in the file.
    /// - Returns: whether a new file was created, because the old one had been removed or moved away.
    @discardableResult
    public func append(_ bytes: [UInt8]) throws(SocketError) -> Bool {
        let current: FileIdentity? = FileIdentity(descriptor: descriptor.number)
        let isMissing: Bool = FileIdentity(path: path) != current
        if isMissing { descriptor = try Self.open(path, mode) }
        size = (isMissing ? FileIdentity(descriptor: descriptor.number) : current)?.size ?? 0
        let before: Int = size
        do throws(SocketError) {
            try write(bytes)
        } catch {
            // A partial line would run into the next one.
            if ftruncate(descriptor.number, before) == 0 { size = before }
            throw error
        }
        return isMissing
    }

    private func write(_ bytes: [UInt8]) throws(SocketError) {
        var offset: Int = 0
        while offset < bytes.count {
            let written: Int = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor.number, buffer.baseAddress! + offset, buffer.count - offset)
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw SocketError(operation: .write, path: path)
            }
            offset += written
            size += written
        }
    }

    /// Renames the file to `path.1`, older ones to `path.2` and so on up to `path.<keeping>`, and starts an empty one. The old
    /// `path.<keeping>` is deleted. If there is no room for the empty file, all files stay as they are.
    public func rotate(keeping kept: Int) throws(SocketError) {
        descriptor = try Self.rotate(path, mode: mode, keeping: kept)
        size = 0
    }

    /// Replaces the file at `path` by an empty one and keeps the old file.
    static func rotate(_ path: String, mode: UInt32, keeping kept: Int) throws(SocketError) -> OwnedDescriptor {
        precondition(kept >= 1, "rotation keeps at least one old file")
        let fresh: String = path + ".new"
        let descriptor: OwnedDescriptor = try OwnedDescriptor.open(
            path: fresh, flags: O_WRONLY | O_APPEND | O_CREAT | O_TRUNC, mode: mode)
        // If there is no current file, there is nothing to keep: the older ones keep their names.
        if FileIdentity(path: path) != nil {
            for number: Int in stride(from: kept - 1, through: 1, by: -1) {
                // A gap in the numbers is no error.
                unsafe rename("\(path).\(number)", "\(path).\(number + 1)")
            }
            guard unsafe rename(path, "\(path).1") == 0 else { throw failed(path, fresh) }
        }
        guard unsafe rename(fresh, path) == 0 else { throw failed(path, fresh) }
        return descriptor
    }

    private static func failed(_ path: String, _ fresh: String) -> SocketError {
        let error: SocketError = SocketError(operation: .rename, path: path)
        unsafe unlink(fresh)
        return error
    }

    static func open(_ path: String, _ mode: UInt32) throws(SocketError) -> OwnedDescriptor {
        try OwnedDescriptor.open(path: path, flags: O_WRONLY | O_APPEND | O_CREAT, mode: mode)
    }
}
