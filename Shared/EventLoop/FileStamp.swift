import Glibc

/// Tells one state of a file from another without reading it: the file at a path was changed or replaced where this differs.
public struct FileStamp: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let modified: [Int]
    private let changed: [Int]

    /// The file at `path`; nil where there is none that this process can reach.
    public init?(path: String) {
        var information: stat = stat()
        guard unsafe stat(path, &information) == 0 else { return nil }
        device = UInt64(information.st_dev)
        inode = UInt64(information.st_ino)
        size = Int64(information.st_size)
        modified = [information.st_mtim.tv_sec, information.st_mtim.tv_nsec]
        changed = [information.st_ctim.tv_sec, information.st_ctim.tv_nsec]
    }
}
