import Glibc

/// A directory that is not this user's alone, and what mends it.
public struct PrivateDirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and which command mends it.
    public let description: String
}

extension FilePath {
    /// Makes a directory that only this user may enter. One that is there already and is this user's is closed to others where they
    /// could only read it.
    /// - Returns: whether it was closed to others.
    /// - Throws: where it can not be made, belongs to another user, or others may write to it: what is in it may then be somebody
    ///   else's.
    @discardableResult
    public static func makePrivateDirectory(_ path: String) throws(PrivateDirectoryError) -> Bool {
        do throws(SocketError) {
            try makeDirectory(path)
        } catch {
            throw PrivateDirectoryError(description: "the directory \(path) can not be made: \(error)")
        }
        var information: stat = stat()
        guard unsafe stat(path, &information) == 0 else {
            throw PrivateDirectoryError(description: "the directory \(path) can not be looked at")
        }
        let own: uid_t = geteuid()
        guard information.st_uid == own else {
            throw PrivateDirectoryError(
                description: "the directory \(path) belongs to user \(information.st_uid), and this is user \(own): "
                    + "look at what is in it, then run `chown -R \(own) '\(path)'`, or choose another")
        }
        let mode: mode_t = information.st_mode & 0o777
        guard mode & 0o022 == 0 else {
            throw PrivateDirectoryError(
                description: "others may write to the directory \(path) (mode 0\(String(mode, radix: 8))): "
                    + "look at what is in it, then run `chmod 700 '\(path)'`, or choose another")
        }
        guard mode & 0o077 != 0 else { return false }
        guard unsafe chmod(path, 0o700) == 0 else {
            throw PrivateDirectoryError(description: "others may read the directory \(path): run `chmod 700 '\(path)'`")
        }
        return true
    }

    /// What this process makes from now on is its user's alone. For the start, before other threads run.
    public static func makePrivateFiles() {
        _ = umask(0o077)
    }
}
