import Glibc

extension StandardOutput {
    /// Whether standard output is the file at `path`.
    public static func isFile(_ path: String) -> Bool {
        guard let own: FileIdentity = FileIdentity(descriptor: STDOUT_FILENO) else { return false }
        return FileIdentity(path: path) == own
    }

    /// Rotates the log at `path`, to which standard output and standard error go, if it has `size` bytes or more; starts a new
    /// one if it was removed or moved away. Both streams then go to the new file. Any thread, one at a time.
    /// - Parameter kept: the number of rotated files to keep, 1 or more.
    public static func keepLog(at path: String, upTo size: Int, keeping kept: Int) throws(SocketError) {
        let isThere: Bool = isFile(path)
        if isThere, (FileIdentity(descriptor: STDOUT_FILENO)?.size ?? 0) < size { return }
        let mode: UInt32 = 0o600
        let file: OwnedDescriptor =
            isThere ? try AppendFile.rotate(path, mode: mode, keeping: kept) : try AppendFile.open(path, mode)
        guard dup2(file.number, STDOUT_FILENO) >= 0, dup2(file.number, STDERR_FILENO) >= 0 else {
            throw SocketError(operation: .open, path: path)
        }
    }
}
