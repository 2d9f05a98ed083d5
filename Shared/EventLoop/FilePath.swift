import Glibc

/// What a process does with paths at its start and at its end, by plain system calls: Foundation's file manager would cost a
/// small daemon more memory than all that it keeps itself.
public enum FilePath {
    /// Makes a directory, and those above it that are missing, which only this user may enter. One that is there already is fine.
    public static func makeDirectory(_ path: String) throws(SocketError) {
        if unsafe mkdir(path, 0o700) == 0 || isDirectory(path) { return }
        let error: SocketError = SocketError(operation: .create, path: path)
        guard error.code == ENOENT, let parent = parent(of: path) else { throw error }
        try makeDirectory(parent)
        // Another process may have made it meanwhile.
        guard unsafe mkdir(path, 0o700) == 0 || isDirectory(path) else { throw SocketError(operation: .create, path: path) }
    }

    /// Whether something is there that this process can reach.
    public static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    /// Removes a file or a socket; nothing happens where there is none.
    public static func remove(_ path: String) {
        unsafe unlink(path)
    }

    /// Whether a directory is there. Leaves errno as it was.
    public static func isDirectory(_ path: String) -> Bool {
        let before: Int32 = errno
        defer { errno = before }
        var information: stat = stat()
        return unsafe stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// What tells a file from every other, and from itself after a change: its device and inode, its size, and when its bytes and its
    /// status were changed last. To be compared, and for nothing else. Links are followed; nil where there is nothing to be looked at.
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
