import Glibc

/// Which file it is, whatever its name: its device and inode. A name that leads elsewhere now has another identity.
struct FileIdentity: Hashable {
    /// Bytes that the file had when it was looked at.
    let size: Int
    private let device: UInt
    private let inode: UInt

    /// The file that is open; nil where the descriptor is none.
    init?(descriptor: Int32) {
        var information: stat = stat()
        guard unsafe fstat(descriptor, &information) == 0 else { return nil }
        self.init(information)
    }

    /// What `path` leads to; nil where that is nothing.
    init?(path: String) {
        var information: stat = stat()
        guard unsafe stat(path, &information) == 0 else { return nil }
        self.init(information)
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
