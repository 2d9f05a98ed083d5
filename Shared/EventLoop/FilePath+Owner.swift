import CSpawn
import Glibc

/// Who owns a file and what others may do with it. A link is never followed: whoever may write in a folder could lead this process elsewhere.
extension FilePath {
    /// The owner of what is there, itself a link or not; nil where there is nothing.
    public static func owner(_ path: String) -> UInt32? {
        var information: stat = stat()
        return unsafe lstat(path, &information) == 0 ? information.st_uid : nil
    }

    /// Creates a folder, which one that is there may be, and gives it to a user and a group with exactly this mode. Its parent must be there.
    public static func makeDirectory(_ path: String, user: UInt32, group: UInt32, mode: UInt32) throws(SocketError) {
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw SocketError(operation: .create, path: path) }
        let folder: OwnedDescriptor = try OwnedDescriptor.open(path: path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        var information: stat = stat()
        guard unsafe fstat(folder.number, &information) == 0 else { throw SocketError(operation: .open, path: path) }
        if information.st_uid != user || information.st_gid != group {
            guard fchown(folder.number, user, group) == 0 else { throw SocketError(operation: .give, path: path) }
        }
        if information.st_mode & 0o7777 != mode {
            guard fchmod(folder.number, mode) == 0 else { throw SocketError(operation: .give, path: path) }
        }
    }

    /// Puts a file with these bytes in the place of what is there, in one step and safe on the disk. The folder must be this process's alone.
    /// - Parameter group: who may read it beside this user; nil for nobody.
    public static func replace(_ path: String, with bytes: [UInt8], readableBy group: UInt32? = nil) throws(SocketError) {
        let new: String = path + ".new"
        let file: OwnedDescriptor = try OwnedDescriptor.open(
            path: new, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
        var offset: Int = 0
        while offset < bytes.count {
            let count: Int = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file.number, $0.baseAddress! + offset, $0.count - offset) }
            if count < 0, errno != EINTR { throw SocketError(operation: .write, path: new) }
            offset += max(count, 0)
        }
        if let group, fchown(file.number, uid_t.max, group) != 0 || fchmod(file.number, 0o640) != 0 {
            throw SocketError(operation: .give, path: new)
        }
        guard fsync(file.number) == 0 else { throw SocketError(operation: .write, path: new) }
        guard unsafe rename(new, path) == 0 else { throw SocketError(operation: .rename, path: path) }
    }

    /// Gives what was bound at a path to another user.
    static func giveSocket(_ path: String, to user: UInt32) throws(SocketError) {
        let code: Int32 = unsafe cspawn_give_socket(path, user)
        guard code == 0 else { throw SocketError(code: code, operation: .give, path: path) }
    }

    /// Gives a folder and what is in it from one user to another; what belongs to somebody else stays theirs. Where it fails or is broken
    /// off, the folder itself still belongs to the former user, and it can be tried again.
    public static func giveTree(_ path: String, from former: UInt32, to user: UInt32, group: UInt32) throws(SocketError) {
        let code: Int32 = unsafe cspawn_give_tree(path, former, user, group)
        guard code == 0 else { throw SocketError(code: code, operation: .give, path: path) }
    }

    /// What somebody wants of a file.
    public enum AccessRight: Sendable {
        case enter, read, run, write

        func bits(isFolder: Bool) -> UInt32 {
            switch self {
            case .enter: 0o1
            case .read: isFolder ? 0o5 : 0o4
            case .run: 0o5
            case .write: isFolder ? 0o7 : 0o6
            }
        }
    }
}
