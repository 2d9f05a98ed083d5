import Glibc

/// Identifies a file by device and inode, whatever its name. A name that is reused for another file has another identity.
struct FileIdentity: Hashable {
    /// The file's size in bytes when it was examined.
    let size: Int
    private let device: UInt
    private let inode: UInt

    /// The open file; nil if the descriptor is not valid.
    init?(descriptor: Int32) {
        var information: stat = stat()
        guard unsafe fstat(descriptor, &information) == 0 else { return nil }
        self.init(information)
    }

    /// The file at `path`; nil if there is none.
    init?(path: String) {
        var information: stat = stat()
        guard unsafe stat(path, &information) == 0 else { return nil }
        self.init(information)
    }

    /// A file that somebody else has examined.
    init(device: UInt, inode: UInt) {
        self.device = device
        self.inode = inode
        size = 0
    }

    private init(_ information: stat) {
        device = UInt(information.st_dev)
        inode = UInt(information.st_ino)
        size = Int(information.st_size)
    }

    static func == (one: FileIdentity, other: FileIdentity) -> Bool {
        one.device == other.device && one.inode == other.inode
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(device)
        hasher.combine(inode)
    }
}
