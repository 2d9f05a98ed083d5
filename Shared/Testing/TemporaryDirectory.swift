import FoundationEssentials

/// A directory of a test's own that is removed with its last reference.
public final class TemporaryDirectory: Sendable {
    /// Absolute, and short enough that the path of a socket in it fits into sun_path (107 bytes, unix(7)).
    public let path: String

    /// Makes the directory.
    public init() throws {
        path = "/tmp/colonnade-\(UUID().uuidString.prefix(8).lowercased())"
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
