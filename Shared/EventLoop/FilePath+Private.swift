import Glibc

/// Says that a directory is not private to this user, and how to fix that.
public struct PrivateDirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and which command fixes it.
    public let description: String
}

extension FilePath {
    /// Creates a directory that only this user may enter. An existing one of this user that others can only read is closed to
    /// them.
    /// - Parameter isPassed: whether others may pass it, and so reach what is theirs in it, without seeing what else there is.
    /// - Returns: whether it was closed to others.
    /// - Throws: if it cannot be created, belongs to another user, or is writable by others, who may then have put something into
    ///   it.
    @discardableResult
    public static func makePrivateDirectory(_ path: String, isPassed: Bool = false) throws(PrivateDirectoryError) -> Bool {
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
        guard mode & (isPassed ? 0o066 : 0o077) != 0 else { return false }
        guard unsafe chmod(path, 0o700) == 0 else {
            throw PrivateDirectoryError(description: "others may read the directory \(path): run `chmod 700 '\(path)'`")
        }
        return true
    }

    /// Makes every file that this process creates from now on private to its user. Call it at startup, before other threads run.
    public static func makePrivateFiles() {
        _ = umask(0o077)
    }
}
