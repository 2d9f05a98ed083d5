import FoundationEssentials

/// A directory of a test's own that is removed with its last reference. Swift may drop that right after its last use: what goes on in a
/// directory whose path alone is kept needs `defer { withExtendedLifetime(directory) {} }`.
public final class TemporaryDirectory: Sendable {
    /// A path in `TMPDIR` that is longer leaves too little of sun_path to those who put sockets into it.
    private static let longestParent: Int = 32

    /// Absolute, and short enough that the path of a socket in it fits into sun_path (107 bytes, unix(7)).
    public let path: String

    /// Makes the directory, in `TMPDIR` where that is short, else in `/tmp`.
    public init() throws {
        let given: String = FileManager.default.temporaryDirectory.path
        let parent: String = given.utf8.count <= Self.longestParent ? given : "/tmp"
        path = "\(parent)/colonnade-\(UUID().uuidString.prefix(8).lowercased())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file.
    /// - Returns: its path.
    public func write(_ text: String, to name: String) throws -> String {
        let file: String = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }
}
