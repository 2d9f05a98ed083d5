import Glibc

/// The steps from the root to a file, each with its owner and mode, as they were when it was looked at.
public struct FileWay: Sendable {
    private struct Step {
        let path: String
        /// What stat(2) says: owner, group, mode; nil where it says nothing.
        let look: (user: UInt32, group: UInt32, mode: UInt32)?
    }

    private let steps: [Step]

    /// Follows links; nil where nothing is there.
    public init?(to path: String) {
        guard let real: String = FilePath.real(path) else { return nil }
        var (paths, path): ([String], String) = (["/"], "")
        for name in real.split(separator: "/") {
            path += "/\(name)"
            paths.append(path)
        }
        steps = paths.map { path in
            var information: stat = stat()
            guard unsafe stat(path, &information) == 0 else { return Step(path: path, look: nil) }
            return Step(path: path, look: (information.st_uid, information.st_gid, information.st_mode))
        }
    }

    /// What keeps a user from going it, in a few words; nil where nothing does, as far as modes tell.
    /// - Parameters:
    ///   - user: nil for one that owns nothing there, and has a group of its own.
    ///   - right: what is wanted of the last step; of all before it, to pass.
    public func obstacle(user: UInt32?, group: UInt32?, right: FilePath.AccessRight) -> String? {
        for (position, step) in steps.enumerated() {
            guard let look = step.look else { return "\(step.path) can not be looked at" }
            let wanted: UInt32 = position == steps.count - 1 ? right.bits(isFolder: look.mode & S_IFMT == S_IFDIR) : 0o1
            let shift: UInt32 = look.user == user ? 6 : look.group == group ? 3 : 0
            guard (look.mode >> shift) & wanted != wanted else { continue }
            return "\(step.path) has mode \(String(look.mode & 0o777, radix: 8)) and belongs to user \(look.user)"
        }
        return nil
    }
}
