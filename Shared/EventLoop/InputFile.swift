import Glibc

/// A file of any kind, standard input included, that is read from its beginning, piece by piece.
///
/// Reading blocks the thread: on a loop, use `offload`. One reader at a time.
public final class InputFile: Sendable {
    /// The file's size in bytes; nil if it is not known before the end.
    public let size: Int?
    private let descriptor: OwnedDescriptor

    /// Opens the file at `path`.
    public init(path: String) throws(SocketError) {
        descriptor = try OwnedDescriptor.open(path: path, flags: O_RDONLY)
        size = Self.size(of: descriptor)
    }

    /// Opens standard input; the process keeps its own descriptor.
    public static func standardInput() throws(SocketError) -> InputFile {
        let copy: Int32 = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw SocketError(operation: .open, path: "standard input") }
        return InputFile(adopting: OwnedDescriptor(adopting: copy))
    }

    /// Takes ownership of a descriptor that is open for reading.
    public init(adopting descriptor: OwnedDescriptor) {
        self.descriptor = descriptor
        size = Self.size(of: descriptor)
    }

    /// Reads the next bytes, at least one and at most `count`; empty at the end. A regular file gives `count` bytes as long as it
    /// has them.
    public func read(_ count: Int) throws(SocketError) -> [UInt8] {
        precondition(count > 0, "at least one byte is read")
        var failure: Int32 = 0
        let bytes: [UInt8] = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read: Int = unsafe Glibc.read(descriptor.number, buffer.baseAddress! + filled, count - filled)
                if read < 0, errno == EINTR || waitUntilReadable() { continue }
                if read < 0 { failure = errno }
                if read <= 0 { return }
                filled += read
                if size == nil { return }
            }
        }
        if failure != 0, bytes.isEmpty { throw SocketError(code: failure, operation: .read) }
        return bytes
    }

    /// Reads the `count` bytes from `offset` on, fewer at the end of the file; a regular file only. Any number of readers.
    public func read(_ count: Int, at offset: Int) throws(SocketError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes: [UInt8] = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read: Int = unsafe pread(descriptor.number, buffer.baseAddress! + filled, count - filled, offset + filled)
                if read < 0, errno == EINTR { continue }
                if read < 0 { failure = errno }
                if read <= 0 { return }
                filled += read
            }
        }
        if failure != 0 { throw SocketError(code: failure, operation: .read) }
        return bytes
    }

    /// Waits if reading failed because another process that shares the terminal or pipe made it non-blocking.
    /// - Returns: false if reading failed for another reason; `errno` is unchanged then.
    private func waitUntilReadable() -> Bool {
        guard errno == EAGAIN else { return false }
        var entry: pollfd = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&entry, 1, -1) > 0 || errno == EINTR
    }

    private static func size(of descriptor: OwnedDescriptor) -> Int? {
        var information: stat = stat()
        guard unsafe fstat(descriptor.number, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(information.st_size)
    }
}
