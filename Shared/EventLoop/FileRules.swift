import CSpawn
import Glibc

/// What a child and everything that it starts may do with files, kept by the kernel (Landlock). What no rule names is out of reach.
///
/// Files that the child inherits open stay open to it, and so do sockets: older kernels have no rule for connecting to one.
@safe public final class FileRules: Sendable {
    /// One file, or a folder with everything in it.
    public struct Rule: Sendable, Hashable {
        /// What may be done.
        public enum Right: Int32, Sendable {
            /// Files are read, folders listed.
            case read = 1
            /// Beside reading, files are run.
            case run = 3
            /// Beside reading, files and folders are changed, made and removed.
            case change = 5
            /// All of it.
            case runAndChange = 7
        }

        /// The absolute path. One that is not there gives no right.
        public let path: String
        /// What may be done there.
        public let right: Right

        /// Allows something at a path.
        public init(_ path: String, _ right: Right) {
            self.path = path
            self.right = right
        }
    }

    /// The version of Landlock that the kernel has; 0 where it has none, or where it is switched off.
    public static let kernelVersion: Int = Int(cspawn_landlock_version())

    private let ruleset: OwnedDescriptor

    var descriptor: Int32 { ruleset.number }

    /// Asks the kernel for rules; several for one path add up.
    public init(_ rules: [Rule]) throws(SocketError) {
        let paths: [UnsafeMutablePointer<CChar>?] = unsafe rules.map { unsafe strdup($0.path) }
        defer { for position in unsafe paths.indices { unsafe free(paths[position]) } }
        var list: [cspawn_file_rule] = unsafe []
        for (position, rule) in rules.enumerated() {
            unsafe list.append(cspawn_file_rule(path: paths[position], rights: rule.right.rawValue))
        }
        let result: Int32 = unsafe cspawn_file_rules(list, list.count)
        guard result >= 0 else { throw SocketError(code: -result, operation: .create, path: "file rules") }
        ruleset = OwnedDescriptor(adopting: result)
    }
}
