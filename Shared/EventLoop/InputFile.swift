import Glibc

/// A file that is read from its beginning, piece by piece: of any kind, standard input too.
///
/// Reading blocks its thread: on a loop, `offload` it. One reader at a time.
public final class InputFile: Sendable {
    /// Bytes of the whole file; nil where that is not known before its end.
    public let size: Int?
    private let descriptor: OwnedDescriptor

    /// Opens the file at `path`.
    public init(path: String) throws(SocketError) {
        descriptor = try OwnedDescriptor.open(path: path, flags: O_RDONLY)
        size = Self.size(of: descriptor)
    }

    /// Standard input; the process keeps its own descriptor of it.
    public static func standardInput() throws(SocketError) -> InputFile {
        let copy: Int32 = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw SocketError(operation: .open, path: "standard input") }
        return InputFile(adopting: OwnedDescriptor(adopting: copy))
    }

    /// Takes a descriptor over that is open for reading.
    public init(adopting descriptor: OwnedDescriptor) {
        self.descriptor = descriptor
        size = Self.size(of: descriptor)
    }

    /// What comes next, at least one byte and at most `count`; empty at the end. A regular file gives `count` bytes as long
    /// as it has them.
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

    /// The `count` bytes from `offset` on, fewer where the file ends before; a regular file only. Any number of readers.
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

    /// Whoever shares a terminal or a pipe may have made it non-blocking for everybody.
    /// - Returns: false where that is not why nothing was read; `errno` stays then.
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
