import Foundation

/// A directory of its own for one test, gone with the last reference to it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let url: URL = FileManager.default.temporaryDirectory.appendingPathComponent("maps-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, and gives its path.
    func write(_ text: String, to name: String) throws -> String {
        let file: String = path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }
}
