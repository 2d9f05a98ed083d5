import Glibc

/// Path operations for startup and shutdown, as plain system calls: Foundation's file manager would cost a small daemon more
/// memory than everything else it holds.
public enum FilePath {
    /// Creates a directory and its missing parents, accessible to this user only. An existing one is fine.
    public static func makeDirectory(_ path: String) throws(SocketError) {
        if unsafe mkdir(path, 0o700) == 0 || isDirectory(path) { return }
        let error: SocketError = SocketError(operation: .create, path: path)
        guard error.code == ENOENT, let parent = parent(of: path) else { throw error }
        try makeDirectory(parent)
        // Another process may have created it meanwhile.
        guard unsafe mkdir(path, 0o700) == 0 || isDirectory(path) else { throw SocketError(operation: .create, path: path) }
    }

    /// Whether something exists there that this process can reach.
    public static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    /// Removes a file or a socket, if there is one.
    public static func remove(_ path: String) {
        unsafe unlink(path)
    }

    /// Whether there is a directory. Leaves errno unchanged.
    public static func isDirectory(_ path: String) -> Bool {
        let before: Int32 = errno
        defer { errno = before }
        var information: stat = stat()
        return unsafe stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// Distinguishes a file from every other and from itself after a change: device, inode, size, and the times of the last
    /// change of content and status. Only for comparison. Follows links; nil if there is nothing to examine.
    public static func identity(_ path: String) -> String? {
        var information: stat = stat()
        guard unsafe stat(path, &information) == 0 else { return nil }
        let (modified, changed): (timespec, timespec) = (information.st_mtim, information.st_ctim)
        return "\(information.st_dev) \(information.st_ino) \(information.st_size) "
            + "\(modified.tv_sec).\(modified.tv_nsec) \(changed.tv_sec).\(changed.tv_nsec)"
    }

    private static func parent(of path: String) -> String? {
        let trimmed: Substring = path.utf8.last == UInt8(ascii: "/") ? path.dropLast() : path[...]
        guard let slash = trimmed.lastIndex(of: "/"), slash > trimmed.startIndex else { return nil }
        return String(trimmed[..<slash])
    }
}
